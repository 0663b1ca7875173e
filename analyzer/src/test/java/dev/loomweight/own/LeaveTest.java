package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.SentSignals;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.launch.Attached;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Whatever a target does, the command can be left: targets that are stopped, frozen, or ended and not waited for. The
 * target stays as it is until the command has ended, so that nothing but the command's own limits can end it; a command
 * that does not end fails its test after 100 s.
 */
@Tag("applications")
class LeaveTest {

    static final List<String> BOTH = Jdks.BOTH;

    private static final String TRACKED = "-XX:NativeMemoryTracking=summary";
    /** What has no control terminal to be asked by, and does not ask what it has started how it ended. */
    private static final List<String> FORGETFUL =
            List.of("sh", "-c", "exec 3<&0; \"$@\" <&3 & exec sleep 1000 <&3", "sh");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("BOTH")
    void aStoppedTargetEndsTheCaptureWithWhatThereIs(String jdk) throws Exception {
        try (OwnApp app = OwnApp.start(Jdks.home(jdk), folder, List.of(), TRACKED);
                CommandProcess record =
                        CommandProcess.start(folder, "record", app.pid(), "--duration", "4s", "-o", "app.lw")) {
            untilPinned();
            SentSignals.send("STOP", app.handle().pid());

            assertThat(record.status()).as(said()).isZero();
            assertThat(said())
                    .contains("process " + app.pid() + " did not answer \"")
                    .contains("it is stopped (state T in /proc/" + app.pid() + "/stat); continue it with kill -CONT "
                            + app.pid())
                    .contains("at the latest 1 min 4 s after the recording began")
                    .contains("no snapshot at the end of process ");
            assertThat(String.join("\n", record.printed())).contains("malloc of the JVM");
            if (jdk.equals("loomweight.jdk21")) {
                assertThat(String.join("\n", record.printed())).contains("com.acme.Echo.hold");
            }
            assertThat(AgentCaptures.manifest(capture())).contains("\"stopped: no snapshot at the end");
            nothingIsLeftBehind(app, record);

            // The command to stop the recording waits in the target's socket, and the target writes it when it goes on.
            SentSignals.send("CONT", app.handle().pid());
            AgentCaptures.until("the end of the recording", () -> !jfrCheck(app).contains("loomweight"));
            AgentCaptures.until(
                    "the recording",
                    () -> capture().resolve("recording.jfr").toFile().length() > 0);
        }
        assertThat(AgentCaptures.read("report", capture())).contains("malloc of the JVM");
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalEndsACaptureOfAStoppedTarget(String signal, int status) throws Exception {
        try (OwnApp app = OwnApp.start(Jdks.home("loomweight.jdk.newest"), folder, List.of(), TRACKED);
                CommandProcess record = CommandProcess.start(
                        folder, "record", app.pid(), "--duration", "until-ctrl-c", "-o", "app.lw")) {
            AgentCaptures.untilSampled(capture());
            SentSignals.send("STOP", app.handle().pid());
            record.signal(signal);

            assertThat(record.status()).as(said()).isEqualTo(status);
            assertThat(String.join("\n", record.printed())).contains("Where the memory is");
            nothingIsLeftBehind(app, record);
        }
        assertThat(said()).contains("kept in app.lw", "state T");
    }

    @Test
    void aSecondInterruptEndsTheCommandAtOnce() throws Exception {
        Path pipe = folder.resolve("pipe");
        run("mkfifo", pipe.toString());
        // Full, and nobody reads: the report is never printed, and an orderly end would wait for it for a minute.
        try (RandomAccessFile held = new RandomAccessFile(pipe.toFile(), "rw");
                OwnApp app = OwnApp.start(Jdks.home("loomweight.jdk.newest"), folder, List.of(), TRACKED)) {
            run("dd", "if=/dev/zero", "of=" + pipe, "oflag=nonblock", "bs=4096", "count=4096");
            Process record = new ProcessBuilder(SentSignals.hearing(
                            CommandProcess.words("record", app.pid(), "--duration", "until-ctrl-c", "-o", "app.lw")))
                    .directory(folder.toFile())
                    .redirectOutput(pipe.toFile())
                    .redirectError(folder.resolve("err.txt").toFile())
                    .start();
            try {
                AgentCaptures.untilSampled(capture());
                SentSignals.send("INT", record.pid());
                AgentCaptures.until("the orderly end", () -> said().contains("kept in app.lw"));
                assertThat(record.isAlive()).isTrue();
                SentSignals.send("INT", record.pid());

                // Of the minute that the orderly end has, half.
                assertThat(record.waitFor(30, TimeUnit.SECONDS)).isTrue();
                assertThat(record.exitValue()).isEqualTo(130);
            } finally {
                record.destroyForcibly();
            }
            assertThat(held.getChannel().isOpen()).isTrue();
        }
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void memoryOfAStoppedTargetIsWaitedForWithAWordAndRefused(String jdk) throws Exception {
        try (OwnApp app = OwnApp.start(Jdks.home(jdk), folder, List.of(), TRACKED)) {
            SentSignals.send("STOP", app.handle().pid());
            try (CommandProcess memory = CommandProcess.start(folder, "memory", app.pid())) {
                assertThat(memory.status()).isEqualTo(1);
                assertThat(said())
                        .startsWith("loomweight: waiting for process " + app.pid()
                                + " to answer the request to attach, at" + " most 5 s: it is stopped")
                        .containsOnlyOnce(
                                "\nloomweight memory: process " + app.pid() + " did not answer the request to attach")
                        .contains("kill -CONT " + app.pid())
                        .hasLineCount(2);
                nothingIsLeftBehind(app, memory);
            }
            try (CommandProcess report = CommandProcess.start(folder, "report", app.pid())) {
                assertThat(report.status()).isEqualTo(1);
                assertThat(said()).hasLineCount(2).contains("kill -CONT " + app.pid());
                nothingIsLeftBehind(app, report);
            }
        }
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void aTargetForWhichNobodyWaitsHasEnded(String jdk) throws Exception {
        try (OwnApp app = OwnApp.start(Jdks.home(jdk), folder, FORGETFUL, TRACKED);
                CommandProcess record = CommandProcess.start(
                        folder, "record", app.pid(), "--duration", "until-ctrl-c", "-o", "app.lw")) {
            String pid = app.pid();
            AgentCaptures.untilSampled(capture());
            app.handle().destroyForcibly();

            assertThat(record.status()).as(said()).isZero();
            assertThat(Files.readString(Path.of("/proc/" + pid + "/stat"))).contains(") Z ");
            assertThat(said()).contains("process " + pid + " ended while it was captured: it has ended, and process ");
            assertThat(AgentCaptures.json(capture()).get("exitStatus").getAsInt())
                    .isEqualTo(137);
            assertThat(String.join("\n", record.printed())).contains("(status 137, as after SIGKILL)");
            try (CommandProcess memory = CommandProcess.start(folder, "memory", pid)) {
                assertThat(memory.status()).isEqualTo(1);
                assertThat(said())
                        .containsOnlyOnce("\n")
                        .contains("process " + pid + " cannot be queried: it has ended");
            }
        }
    }

    @Test
    void aFrozenTargetIsSaidToBeFrozen() throws Exception {
        try (Freezer freezer = Freezer.make();
                OwnApp app = OwnApp.start(Jdks.home("loomweight.jdk.newest"), folder, List.of(), TRACKED)) {
            assumeTrue(freezer.isThere(), "no control group can be made here, which takes root and a freezer");
            freezer.freeze(app.handle().pid());
            try (CommandProcess memory = CommandProcess.start(folder, "memory", app.pid())) {
                assertThat(memory.status()).isEqualTo(1);
                assertThat(said())
                        .hasLineCount(2)
                        .contains("at most 5 s: its control group ", " is frozen, for example by docker pause");
                nothingIsLeftBehind(app, memory);
            } finally {
                freezer.thaw();
            }
        }
    }

    private CommandProcess startRun() throws IOException {
        String java = Jdks.home("loomweight.jdk.newest").resolve("bin/java").toString();
        return CommandProcess.start(
                folder,
                "run",
                "-o",
                "app.lw",
                "--",
                java,
                "-jar",
                OwnApp.jar(folder).toString());
    }

    private static ProcessHandle startedBy(CommandProcess run) {
        return ProcessHandle.of(run.pid()).orElseThrow().children().findFirst().orElseThrow();
    }

    @Test
    void aStoppedCommandIsContinuedForTheSignalThatEndsIt() throws Exception {
        try (CommandProcess run = startRun()) {
            run.await("ready");
            AgentCaptures.untilSampled(capture());
            ProcessHandle app = startedBy(run);
            SentSignals.send("STOP", app.pid());
            run.signal("TERM");

            assertThat(run.status()).as(said()).isEqualTo(143);
            assertThat(app.isAlive()).isFalse();
        }
        assertThat(capture().resolve("recording.jfr")).isNotEmptyFile();
    }

    /** Frozen, it cannot be continued by a signal: it is left, and ends when it is thawed. */
    @Test
    void aFrozenCommandIsLeft() throws Exception {
        try (Freezer freezer = Freezer.make()) {
            assumeTrue(freezer.isThere(), "no control group can be made here, which takes root and a freezer");
            try (CommandProcess run = startRun()) {
                run.await("ready");
                AgentCaptures.untilSampled(capture());
                ProcessHandle app = startedBy(run);
                freezer.freeze(app.pid());
                try {
                    run.signal("TERM");
                    AgentCaptures.until("the end of the command", () -> !run.isAlive());
                    assertThat(said()).contains("got a signal to end but could not end", "is frozen");
                } finally {
                    freezer.thaw();
                }
                assertThat(run.status()).isEqualTo(143);
                app.onExit().get(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aStoppedSampleIsContinuedAndItsRecordingIsWritten() throws Exception {
        try (CommandProcess sleepers = CommandProcess.start(
                folder, "run", "sleepers", "--kind", "platform", "--threads", "5", "--settle", "1h", "-o", "app.lw")) {
            AgentCaptures.until("the sample", () -> said().contains("measuring before") || !sleepers.isAlive());
            assertThat(sleepers.isAlive()).as(said()).isTrue();
            ProcessHandle sample = ProcessHandle.of(sleepers.pid())
                    .orElseThrow()
                    .children()
                    .findFirst()
                    .orElseThrow();
            SentSignals.send("STOP", sample.pid());
            sleepers.signal("INT");

            assertThat(sleepers.status()).as(said()).isEqualTo(130);
            assertThat(sample.isAlive()).isFalse();
        }
        assertThat(capture().resolve("platform.lw/recording.jfr")).isNotEmptyFile();
    }

    /** Nothing in the folder for temporary files, and no file for the attach client. */
    private static void nothingIsLeftBehind(OwnApp app, CommandProcess command) throws IOException {
        Path process = Path.of("/proc/" + app.pid());
        for (Path place : List.of(process.resolve("cwd"), process.resolve("root/tmp"))) {
            try (Stream<Path> files = Files.list(place)) {
                assertThat(files.map(file -> file.getFileName().toString())).doesNotContain(".attach_pid" + app.pid());
            }
        }
        try (Stream<Path> files = Files.list(command.temporary())) {
            assertThat(files.filter(file -> !file.endsWith("hsperfdata_root"))).isEmpty();
        }
    }

    private void untilPinned() {
        AgentCaptures.untilSampled(capture());
        AgentCaptures.until(
                "a second snapshot", () -> AgentCaptures.manifest(capture()).contains("periodic"));
    }

    private static String jfrCheck(OwnApp app) {
        try (Attached jvm = Attached.attach(app.handle().pid())) {
            return jvm.run("JFR.check");
        }
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(command[0]).isTrue();
    }

    private Path capture() {
        return folder.resolve("app.lw");
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("err.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
