package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.cli.CliRun;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.launch.CaptureProgress;
import dev.loomweight.launch.LiveDumps;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.sample.Interest;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thread dumps of JVMs that run: what is read of them is what the program itself knows of its locks. */
@Tag("applications")
class DumpsTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private static CaptureProgress silent() {
        return new CaptureProgress() {
            @Override
            public void step(String what) {}

            @Override
            public void remark(String what) {}
        };
    }

    private static List<DumpedThreads> dumps(Path... inputs) {
        List<DumpedThreads> dumps = new ArrayList<>();
        try (Inputs opened = Inputs.open(List.of(inputs), ReaderChoice.AUTO)) {
            for (Source source : opened.sources()) {
                source.read(Interest.in(DumpedThreads.class), () -> (origin, sample) -> {
                    if (sample instanceof DumpedThreads dump) {
                        dumps.add(dump);
                    }
                });
            }
        }
        return dumps;
    }

    private static DumpedThread thread(DumpedThreads dump, String name) {
        return dump.threads().stream()
                .filter(thread -> thread.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no thread " + name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void locksAreThoseThatTheProgramKnows(String jdk) throws Exception {
        Path home = Jdks.home(jdk);
        Path capture = folder.resolve("app.lw");
        Path jstack = folder.resolve("jstack.txt");
        List<DumpedThreads> dumps;
        try (LockingApp app = LockingApp.start(home, folder)) {
            new LiveDumps(app.pid(), DumpRequest.of(3, Duration.ofMillis(100)), null, 0).take(capture, silent());
            jstack(app.pid(), jstack);
            dumps = dumps(capture);

            List<DumpedThreads> json =
                    dumps.stream().filter(dump -> dump.kind() == Kind.JSON).toList();
            assertThat(json).hasSize(3);
            for (DumpedThreads dump : json) {
                assertThat(dump.runtime()).isNotEmpty();
                assertThat(dump.tookNanos().known()).isPositive();
                assertThat(thread(dump, "vt-parked").virtual()).isTrue();
                assertThat(thread(dump, "holder").virtual()).isFalse();
                if (thread(dump, "holder").state() != null) {
                    assertLocks(dump, app);
                }
            }
            // The newest JDK is the one with locks in its JSON.
            assertThat(thread(json.getFirst(), "holder").state() != null).isEqualTo(!jdk.endsWith("21"));
        }
        assertThat(dumps).extracting(DumpedThreads::time).doesNotContainNull().isSorted();
        DumpedThreads print = dumps.stream()
                .filter(dump -> dump.kind() == Kind.PRINT)
                .findFirst()
                .orElseThrow();
        assertOwned(print);
        sameAsJstack(print, dumps(jstack).getFirst(), Files.readString(jstack));
        assertThat(AgentCaptures.manifest(capture)).contains("\"complete\"", "\"taken\": 3");
    }

    private static void assertLocks(DumpedThreads dump, LockingApp app) {
        DumpedThread holder = thread(dump, "holder");
        assertThat(holder.locks().monitors())
                .extracting(Held::monitor)
                .hasToString("[" + app.lock("holder monitor") + "]");
        assertThat(holder.locks().parkBlocker()).hasToString(app.lock("holder parkBlocker"));
        assertThat(thread(dump, "vt-parked").locks().parkBlocker()).hasToString(app.lock("vt-parked parkBlocker"));
        assertThat(thread(dump, "vt-waiting").locks().waitingOn()).hasToString(app.lock("vt-waiting waitingOn"));
        assertThat(thread(dump, "vt-waiting").locks().monitors()).isEmpty();
        assertThat(thread(dump, "blocked").locks().blockedOn()).hasToString(app.lock("blocked blockedOn"));
        assertThat(thread(dump, "vt-blocked").locks().blockedOn()).hasToString(app.lock("vt-blocked blockedOn"));
    }

    /** Within a print, the holder's monitor is the one that the other waits for, and it owns the lock as well. */
    private static void assertOwned(DumpedThreads print) {
        DumpedThread holder = thread(print, "holder");
        assertThat(holder.locks().monitors())
                .extracting(Held::monitor)
                .containsExactly(
                        Objects.requireNonNull(thread(print, "blocked").locks().blockedOn()));
        assertThat(holder.locks().synchronizers())
                .hasSize(1)
                .allMatch(lock -> lock.className().equals("java.util.concurrent.locks.ReentrantLock$NonfairSync"));
    }

    /** The JDK's own tool, of the same threads, counted in its text by other means. */
    private static void sameAsJstack(DumpedThreads print, DumpedThreads jstack, String text) {
        TreeMap<String, Integer> expected = new TreeMap<>();
        for (String thread : text.split("\n\"", -1)) {
            String name = thread.substring(0, Math.max(0, thread.indexOf('"')));
            if (List.of("main", "holder", "blocked").contains(name)) {
                expected.put(name, thread.split("\tat ", -1).length - 1);
            }
        }
        assertThat(expected).hasSize(3);
        expected.forEach((name, frames) -> {
            assertThat(thread(jstack, name).frames()).hasSize(frames);
            assertThat(thread(jstack, name).frames())
                    .isEqualTo(thread(print, name).frames());
            assertThat(thread(jstack, name).state())
                    .isEqualTo(thread(print, name).state());
            assertThat(thread(jstack, name).id()).isEqualTo(thread(print, name).id());
        });
    }

    private static void jstack(long pid, Path to) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Jdks.home("loomweight.jdk.newest").resolve("bin/jcmd").toString(),
                        Long.toString(pid),
                        "Thread.print",
                        "-l")
                .redirectOutput(to.toFile())
                .start();
        assertThat(process.waitFor()).isZero();
    }

    /** A number of dumps ends the recording; the report and a copy without secrets have them. */
    @Test
    void recordTakesDumps() throws Exception {
        Path capture = folder.resolve("app.lw");
        try (LockingApp app = LockingApp.start(Jdks.home("loomweight.jdk.newest"), folder)) {
            int status = CliRun.run(
                    out,
                    err,
                    "record",
                    Long.toString(app.pid()),
                    "--dumps",
                    "2",
                    "--every",
                    "100ms",
                    "-o",
                    capture.toString());
            assertThat(status).as(err.toString()).isZero();
        }
        assertThat(capture.resolve("recording.jfr")).isNotEmptyFile();
        assertThat(dumps(capture)).hasSize(4);

        Path copy = folder.resolve("copy.lw");
        assertThat(CliRun.run(out, err, "scrub", capture.toString(), copy.toString()))
                .isZero();
        assertThat(dumps(copy)).isEqualTo(dumps(capture));
        assertThat(out.toString()).doesNotContain("Left out");
    }

    @Test
    void theAgentTakesDumps() throws Exception {
        Path capture = folder.resolve("app.lw");
        String agent = "-javaagent:" + AgentCaptures.jar(folder) + "=out=" + capture
                + ",metrics=none,log=false,dumps=sampled,dump-budget=100%";
        try (LockingApp app = LockingApp.start(Jdks.home("loomweight.jdk.newest"), folder, agent)) {
            AgentCaptures.until("two dumps", () -> files(capture.resolve("dumps")) >= 2);
            DumpedThreads dump = dumps(capture).getFirst();
            assertLocks(dump, app);
        }
    }

    private static int files(Path dumps) {
        if (!Files.isDirectory(dumps)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(dumps)) {
            return (int) files.filter(file -> file.toString().endsWith(".gz")).count();
        } catch (IOException e) {
            return 0;
        }
    }

    /** What a kill leaves of the newest dump, and of the index, costs only that. */
    @Test
    void aCaptureThatWasKilledHasItsDumps() throws Exception {
        Path capture = folder.resolve("app.lw");
        try (LockingApp app = LockingApp.start(Jdks.home("loomweight.jdk.newest"), folder)) {
            new LiveDumps(app.pid(), DumpRequest.of(2, Duration.ofMillis(1)), null, 0).take(capture, silent());
        }
        List<DumpedThreads> before = dumps(capture);
        Path index = capture.resolve("dumps/dumps.csv");
        String lines = Files.readString(index);
        Files.writeString(index, lines.substring(0, lines.length() - 60));
        Path last;
        try (Stream<Path> files = Files.list(capture.resolve("dumps"))) {
            last = files.filter(file -> String.valueOf(file.getFileName()).matches("001-.*\\.json\\.gz"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] packed = Files.readAllBytes(last);
        Files.write(last, Arrays.copyOf(packed, packed.length * 2 / 3));

        List<DumpedThreads> after = dumps(capture);
        assertThat(after.getFirst()).isEqualTo(before.getFirst());
        assertThat(after).hasSize(4);
        assertThat(after).allSatisfy(dump -> assertThat(dump.threads()).isNotEmpty());
        assertThat(new String(packed, 0, 2, StandardCharsets.ISO_8859_1)).isEqualTo("\u001f\u008b");
    }
}
