package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.agent.SmallDisk;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.cli.CliRun;
import dev.loomweight.launch.Attached;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code loomweight record}: JVMs that run already, and are to run on as before. */
@Tag("oracles")
class RecordTest {

    private static final String TRACKED = "-XX:NativeMemoryTracking=summary";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk11", "loomweight.jdk17", "loomweight.jdk21", "loomweight.jdk.newest"})
    void aJvmThatRunsIsCapturedAndLeftAsItWas(String jdk) throws Exception {
        try (OwnApp app = OwnApp.start(Jdks.home(jdk), folder, List.of(), TRACKED)) {
            assertThat(record(app.pid(), "--duration", "1s")).as(said()).isZero();

            assertThat(jfrCheck(app)).contains("No available recordings").doesNotContain("loomweight");
        }
        assertThat(out.toString()).contains("Where the memory is", "malloc of the JVM");
        assertThat(said()).contains("kept in ").doesNotContain("native memory tracking is off", "frames: JFR was used");
        assertThat(AgentCaptures.manifest(capture()))
                .contains("\"complete\"", "\"start\"", "\"end\"", "\"stackDepthRecorded\": 256")
                .doesNotContain("histogram", "threads.txt");
        assertThat(capture().resolve("recording.jfr")).isNotEmptyFile();
        if (jdk.equals("loomweight.jdk21")) {
            assertThat(out.toString()).contains("com.acme.Echo.hold", "Echo.LOCK");
        }
        assertThat(AgentCaptures.json(capture()).keySet()).contains("classPath", "javaHome", "mainJar");
    }

    @Test
    void aRecordingThatRunsIsNotDisturbedAndWhatItMeansIsSaid() throws Exception {
        Path theirs = folder.resolve("theirs.jfr");
        try (OwnApp app = OwnApp.start(
                Jdks.home("loomweight.jdk.newest"),
                folder,
                List.of(),
                "-XX:StartFlightRecording:name=theirs,filename=" + theirs)) {
            assertThat(record(app.pid(), "--duration", "0s", "--histogram", "--threads", "--no-classpath"))
                    .as(said())
                    .isZero();

            assertThat(jfrCheck(app)).contains("name=theirs", "running").doesNotContain("loomweight");
        }
        assertThat(said())
                .contains("already (theirs) and continues")
                .contains("stacks are recorded up to 64 frames: JFR was used in process ")
                .contains(
                        "native memory tracking is off in process ",
                        "start the JVM with -XX:NativeMemoryTracking=summary");
        assertThat(out.toString()).contains("Where the memory is");
        assertThat(AgentCaptures.json(capture()).keySet())
                .doesNotContain("classPath", "javaHome", "mainClass", "mainJar");
        assertThat(snapshots("histogram.txt")).isNotEmpty();
        assertThat(snapshots("threads.txt")).isNotEmpty();
    }

    /** Its cost is said before, and it is in the last snapshot alone. */
    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void aHeapDumpIsTakenAtTheEndAndSaysWhatThreadsWeigh(String jdk) throws Exception {
        try (OwnApp app = OwnApp.start(Jdks.home(jdk), folder, List.of(), TRACKED)) {
            assertThat(record(app.pid(), "--duration", "1s", "--threads", "--histogram", "--heap"))
                    .as(said())
                    .isZero();

            assertThat(said()).contains("taking a heap dump of up to ", "; the application stands still for about ");
            assertThat(snapshots("heap.hprof"))
                    .hasSize(1)
                    .allSatisfy(dump -> assertThat(dump.getParent()).asString().endsWith("-end"));
            assertThat(CliRun.run(out, err, "threads", "--weight", capture().toString()))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString()).contains("What threads weigh, by site", "What platform threads weigh, by site");
            // Of what runs, a moment without a heap dump.
            assertThat(CliRun.run(out, err, "threads", "--weight", app.pid()))
                    .as(err.toString())
                    .isZero();
        }
        assertThat(err.toString()).contains("which stops the application for a full garbage collection");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTargetThatEndsMeanwhileLeavesAWholeCapture(boolean killed) throws Exception {
        try (OwnApp app = OwnApp.start(Jdks.home("loomweight.jdk21"), folder, List.of(), TRACKED)) {
            CompletableFuture<Integer> status =
                    CompletableFuture.supplyAsync(() -> record(app.pid(), "--duration", "until-ctrl-c"));
            AgentCaptures.untilSampled(capture());
            AgentCaptures.until("a pin on disk", () -> jfrHolds(app));
            if (killed) {
                app.handle().destroyForcibly();
            } else {
                app.handle().destroy();
            }

            assertThat(status.join()).as(said()).isZero();
        }
        assertThat(said()).contains(" ended while it was captured", "; what was captured before is complete");
        assertThat(out.toString())
                .contains("com.acme.Echo.hold", "malloc of the JVM", "The capture ended early: process ")
                .doesNotContain("is not complete");
        assertThat(Files.exists(capture().resolve("recording.jfr"))).isEqualTo(!killed);
    }

    /** The target refuses settings that it cannot read, and everything else is captured. */
    @Test
    void withoutItsRecordingACaptureIsNotComplete() throws Exception {
        Path settings = Files.writeString(folder.resolve("bad.jfc"), "<configuration version=\"2.0\"><event");
        try (OwnApp app = OwnApp.start(Jdks.home("loomweight.jdk.newest"), folder, List.of(), TRACKED)) {
            assertThat(record(app.pid(), "--duration", "0s", "--settings", settings.toString()))
                    .as(said())
                    .isZero();
        }
        assertThat(said()).contains("there is no recording: ");
        assertThat(AgentCaptures.json(capture()).get("status").getAsString())
                .startsWith("not recorded: ")
                .endsWith(AgentCaptures.json(capture()).get("withoutRecording").getAsString());
        assertThat(AgentCaptures.manifest(capture())).contains("\"start\"", "\"end\"");
    }

    @ParameterizedTest
    @CsvSource({
        "1h, 'for 1 h; Ctrl-C ends it earlier (--duration until-ctrl-c: no limit)'",
        "until-ctrl-c, until Ctrl-C"
    })
    void anInterruptEndsTheRecordingOfOursAndReports(String duration, String until) throws Exception {
        try (OwnApp app = OwnApp.start(Jdks.home("loomweight.jdk.newest"), folder, List.of(), TRACKED);
                CommandProcess command =
                        CommandProcess.start(folder, "record", app.pid(), "--duration", duration, "-o", "app.lw")) {
            AgentCaptures.untilSampled(capture());
            assertThat(jfrCheck(app)).contains("loomweight-");

            command.signal("INT");

            assertThat(command.status()).isEqualTo(130);
            assertThat(String.join("\n", command.printed())).contains("Where the memory is");
            assertThat(Files.readString(folder.resolve("err.txt")))
                    .startsWith("loomweight: recording process " + app.pid() + " (app.jar) " + until + "\n");
            assertThat(jfrCheck(app)).contains("No available recordings");
        }
        assertThat(AgentCaptures.manifest(capture())).contains("\"end\"", "\"complete\"");
        assertThat(capture().resolve("recording.jfr")).isNotEmptyFile();
    }

    @Test
    void aFullDiskEndsTheCaptureAndNotTheTarget() throws Exception {
        try (SmallDisk disk = SmallDisk.of(folder);
                OwnApp app = OwnApp.start(Jdks.home("loomweight.jdk21"), folder, List.of(), TRACKED)) {
            Path capture = disk.path().resolve("app.lw");
            CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> CliRun.run(
                    out,
                    err,
                    "record",
                    app.pid(),
                    "--duration",
                    "until-ctrl-c",
                    "-o",
                    capture.toString(),
                    "--min-free",
                    disk.minFreeMegabytes() + "m"));
            AgentCaptures.untilSampled(capture);
            disk.fill(disk.minFreeMegabytes() - 8);

            assertThat(status.join()).as(said()).isZero();
            assertThat(app.handle().isAlive()).isTrue();
            assertThat(jfrCheck(app)).contains("No available recordings");
        }
        assertThat(said()).contains(" is nearly full; what was captured before is complete");
        assertThat(out.toString()).contains("Where the memory is");
    }

    /** As in a container: a number of its own, files of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk11", "loomweight.jdk17", "loomweight.jdk21"})
    void aJvmInAContainerIsCapturedThroughItsOwnFiles(String jdk) throws Exception {
        Path jar = OwnApp.jar(folder);
        List<String> container = List.of(
                "unshare",
                "--pid",
                "--mount",
                "--mount-proc",
                "--fork",
                "--kill-child",
                "sh",
                "-c",
                "mount -t tmpfs none /tmp && exec \"$@\"",
                "sh");
        assumeTrue(
                runs(List.of("unshare", "--pid", "--mount", "--mount-proc", "--fork", "true")), "no namespaces here");
        // The container's /tmp hides that of the test.
        assumeTrue(!jar.startsWith("/tmp") || Files.isWritable(Path.of("/var/tmp")), "no folder but /tmp");
        Path visible = Files.createTempDirectory(Path.of("/var/tmp"), "loomweight-test");
        Path app1 = visible.resolve("app.jar");
        Files.copy(jar, app1);
        try (OwnApp app = OwnApp.start(Jdks.home(jdk), visible, container, TRACKED)) {
            Path inside = Path.of("/proc/" + app.pid() + "/root/tmp");

            assertThat(record(app.pid(), "--duration", "1s", "--threads"))
                    .as(said())
                    .isZero();

            try (Stream<Path> left = Files.list(inside)) {
                assertThat(left.filter(path -> path.toString().contains("loomweight")))
                        .isEmpty();
            }
        } finally {
            Files.delete(app1);
            Files.delete(visible);
        }
        assertThat(capture().resolve("recording.jfr")).isNotEmptyFile();
        assertThat(capture().resolve(CaptureFolder.JVM_LOG)).isNotEmptyFile();
        assertThat(out.toString()).contains("malloc of the JVM");
        if (jdk.equals("loomweight.jdk21")) {
            assertThat(snapshots("threads.txt")).isNotEmpty();
            assertThat(out.toString()).contains("com.acme.Echo.hold", "Echo.LOCK");
        }
    }

    /** Root may attach to all; the target writes as its own user. */
    @Test
    void rootCapturesTheJvmOfAnotherUser() throws Exception {
        List<String> nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        List<String> probe = new ArrayList<>(nobody);
        probe.add("true");
        assumeTrue(runs(probe), "this user cannot become another");
        Path jdk = Jdks.home("loomweight.jdk.newest");
        OwnApp.jar(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (OwnApp app = OwnApp.start(jdk, folder, nobody, TRACKED)) {
            assertThat(record(app.pid(), "--duration", "0s")).as(said()).isZero();
        }
        assertThat(capture().resolve("recording.jfr")).isNotEmptyFile();
    }

    @Test
    void theListNamesTargetsAndAnAmbiguousWordIsRefused() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        try (OwnApp one = OwnApp.start(jdk, folder, List.of(), TRACKED);
                OwnApp two = OwnApp.start(jdk, folder, List.of())) {
            assertThat(CliRun.run(out, err, "record")).isZero();
            assertThat(out.toString())
                    .containsPattern(one.pid() + " +app.jar +21[.\\d]* +(perhaps|yes) +summary ")
                    .containsPattern(two.pid() + " +app.jar +21[.\\d]* +(perhaps|yes) +off ");

            assertThat(record("app")).isEqualTo(2);
            assertThat(said())
                    .contains("several JVMs run app: ", one.pid() + " (app.jar)", two.pid() + " (app.jar)")
                    .contains("; use the process id");
        }
        assertThat(record("com.acme.Nothing")).isEqualTo(1);
        assertThat(record("999999999")).isEqualTo(1);
        assertThat(said()).contains("no JVM runs com.acme.Nothing", "there is no process 999999999; loomweight record");
        assertThat(capture()).doesNotExist();
    }

    private int record(String... arguments) {
        List<String> words = new ArrayList<>(List.of("record"));
        words.addAll(List.of(arguments));
        words.addAll(List.of("-o", capture().toString()));
        return CliRun.run(out, err, words.toArray(String[]::new));
    }

    private static boolean runs(List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String jfrCheck(OwnApp app) {
        try (Attached jvm = Attached.attach(app.handle().pid())) {
            return jvm.run("JFR.check");
        }
    }

    /** Whether the target has flushed a pin to its repository, as it does once a second. */
    private static boolean jfrHolds(OwnApp app) {
        StringWriter read = new StringWriter();
        try (Attached jvm = Attached.attach(app.handle().pid())) {
            Path repository = Path.of(jvm.run("JFR.configure")
                    .lines()
                    .filter(line -> line.startsWith("Repository path: "))
                    .findFirst()
                    .orElseThrow()
                    .substring("Repository path: ".length()));
            try (Stream<Path> chunks = Files.list(repository)) {
                chunks.forEach(chunk -> CliRun.run(read, new StringWriter(), "pins", chunk.toString()));
            }
        } catch (IOException e) {
            return false;
        }
        return read.toString().contains("com.acme.Echo.hold");
    }

    private List<Path> snapshots(String part) throws IOException {
        try (Stream<Path> files = Files.walk(capture())) {
            return files.filter(file -> file.endsWith(part)).toList();
        }
    }

    private Path capture() {
        return folder.resolve("app.lw");
    }

    private String said() {
        return err.toString();
    }
}
