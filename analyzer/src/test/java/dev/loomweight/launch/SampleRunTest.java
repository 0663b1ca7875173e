package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.Cue;
import dev.loomweight.capture.DataException;
import dev.loomweight.program.SampleRequest;
import dev.loomweight.program.SampleRequest.Jvm;
import dev.loomweight.program.SampleRequest.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of real JVMs that go well, run short, die and are interrupted: what is left on disk, and that nothing runs on. */
@Tag("oracles")
class SampleRunTest {

    @TempDir
    private Path folder;

    private final List<String> steps = new ArrayList<>();

    @Test
    void aWholeRunLeavesTwoSnapshotsARecordingAndATrueManifest() throws Exception {
        SampleRun.ThreadsRun outcome = SampleRun.run(request("well"), steps::add);

        assertThat(outcome).isEqualTo(new SampleRun.ThreadsRun(5, 5, ""));
        assertThat(manifest())
                .contains("\"status\": \"complete\"", "\"threadsRan\": 5", "\"stackSizeBytes\": ", "\"jdk\": \"");
        assertThat(capture().resolve(CaptureFolder.RECORDING)).isNotEmptyFile();
        assertThat(capture().resolve(CaptureFolder.REPOSITORY)).doesNotExist();
        try (Stream<Path> files = Files.list(capture())) {
            List<Path> snapshots = files.filter(Files::isDirectory).sorted().toList();
            assertThat(snapshots)
                    .hasSize(2)
                    .allSatisfy(snapshot -> assertThat(snapshot.resolve("nmt.txt"))
                            .content()
                            .contains("Native Memory Tracking:", "Virtual memory map:", "Total: reserved="));
            assertThat(snapshots)
                    .allSatisfy(snapshot -> assertThat(snapshot).isDirectoryNotContaining("glob:**.hprof"));
            assertThat(snapshots.get(0).getFileName().toString())
                    .startsWith("000-")
                    .endsWith("-before");
            assertThat(snapshots.get(1).getFileName().toString())
                    .startsWith("001-")
                    .endsWith("-after");
        }
        assertThat(steps).first().isEqualTo("starting");
    }

    @Test
    void fewerThreadsThanAskedForAreToldWithTheReason() throws Exception {
        SampleRun.ThreadsRun outcome = SampleRun.run(request("few"), steps::add);

        assertThat(outcome).isEqualTo(new SampleRun.ThreadsRun(3, 5, "no more pids"));
        assertThat(manifest()).contains("\"status\": \"only 3 of 5 threads ran: no more pids\"");
    }

    @Test
    void aTargetThatDiesAtOnceIsNamedByItsStatusAndLastWords() {
        assertThatThrownBy(() -> SampleRun.run(request("die-early"), steps::add))
                .isInstanceOf(DataException.class)
                .hasMessage("the target ended with exit status 7 after saying \"about to die-early\";"
                        + " its output is in " + capture().resolve(CaptureFolder.OUTPUT));
        assertThat(capture().resolve(CaptureFolder.OUTPUT)).content().contains("about to die-early");
    }

    @Test
    void aTargetThatDiesLeavesFirstSnapshotAndRepository() throws IOException {
        assertThatThrownBy(() -> SampleRun.run(request("die-late"), steps::add))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("exit status 9");

        assertThat(manifest()).contains("\"status\": \"failed while starting 5 threads: the target ended", "before");
        try (Stream<Path> files = Files.walk(capture().resolve(CaptureFolder.REPOSITORY))) {
            assertThat(files.filter(file -> file.toString().endsWith(".jfr"))).isNotEmpty();
        }
    }

    @Test
    void aTargetThatTakesTooLongIsStoppedAndFails() throws IOException {
        // It would wait for ever; whether it is up within the limit or not, it does not end within it.
        assertThatThrownBy(() -> SampleRun.run(limited("hang", Duration.ofMillis(500)), steps::add))
                .isInstanceOf(DataException.class)
                .hasMessage("the target did not end within 500 ms and was stopped; its output is in "
                        + capture().resolve(CaptureFolder.OUTPUT));

        assertThat(manifest()).contains("the target did not end within 500 ms");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void whatIsSaidInTimeIsHeardAndNoLonger() throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp"));
        command.addAll(List.of(System.getProperty("java.class.path"), FakeSample.class.getName(), "hang", "5"));
        Target target =
                Target.start(command, Files.createDirectory(folder.resolve("t")).resolve("output.txt"));
        try {
            target.await(Cue.Word.READY, SampleRequest.NO_LIMIT, before -> {});
            target.say(Cue.Word.GO);
            assertThatThrownBy(() -> target.await(Cue.Word.SETTLED, Duration.ofMillis(1), before -> {}))
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("the target did not end within 1 ms");
            assertThatThrownBy(() -> target.await(Cue.Word.SETTLED, Duration.ZERO, before -> {}))
                    .isInstanceOf(DataException.class);
            target.say(Cue.Word.GO);
            assertThat(target.await(Cue.Word.SETTLED, SampleRequest.NO_LIMIT, before -> {})
                            .rest())
                    .isEqualTo("5");
        } finally {
            target.stop();
        }
    }

    @Test
    void anInterruptedRunLeavesNoProcessAndSaysSo() throws Exception {
        CountDownLatch measuring = new CountDownLatch(1);
        AtomicReference<Throwable> end = new AtomicReference<>();
        List<String> farewells = new ArrayList<>();
        CaptureProgress progress = new CaptureProgress() {
            @Override
            public void step(String what) {
                if (what.startsWith("measuring before")) {
                    measuring.countDown();
                }
            }

            @Override
            public void interrupted(String what) {
                farewells.add(what);
            }
        };
        Thread runner = Thread.ofPlatform().start(() -> {
            try {
                SampleRun.run(request("well", Duration.ofHours(1)), progress);
            } catch (InterruptedException e) {
                end.set(e);
            }
        });
        measuring.await();
        runner.interrupt();
        runner.join();

        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThat(farewells).containsExactly("interrupted; what was captured so far is in " + capture());
        assertThat(manifest()).contains("\"status\": \"interrupted while measuring before\"");
        assertThat(capture().resolve(CaptureFolder.RECORDING)).isNotEmptyFile();
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    /** Who is interrupted does not wait long for a target that does not answer; that it did not is not why the run ended. */
    @Test
    void anInterruptedRunOfATargetThatDoesNotAnswerSaysSo() throws IOException {
        List<String> farewells = new ArrayList<>();
        CaptureProgress progress = new CaptureProgress() {
            @Override
            public void step(String what) {
                if (what.startsWith("measuring before")) {
                    ProcessHandle.current().children().forEach(SampleRunTest::halt);
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void interrupted(String what) {
                farewells.add(what);
            }
        };

        assertThatThrownBy(() -> SampleRun.run(request("well", Duration.ofHours(1)), progress))
                .isInstanceOf(InterruptedException.class);
        assertThat(farewells).containsExactly("interrupted; what was captured so far is in " + capture());
        assertThat(manifest()).contains("\"status\": \"interrupted while measuring before\"");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private static void halt(ProcessHandle process) {
        try {
            KillCommand.send("STOP", process.pid());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aProgramThatCannotBeStartedIsSaid() {
        SampleRequest request = request(
                new Jvm(folder.resolve("bin/java"), List.of(), List.of(), "Main", List.of()),
                Duration.ZERO,
                SampleRequest.NO_LIMIT);

        assertThatThrownBy(() -> SampleRun.run(request, steps::add))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("cannot start " + folder.resolve("bin/java"));
    }

    private SampleRequest request(String behaviour) {
        return request(behaviour, Duration.ZERO);
    }

    private SampleRequest limited(String behaviour, Duration limit) {
        return request(behaviour, Duration.ZERO, limit);
    }

    private SampleRequest request(String behaviour, Duration settle) {
        return request(behaviour, settle, SampleRequest.NO_LIMIT);
    }

    private SampleRequest request(String behaviour, Duration settle, Duration limit) {
        List<Path> classPath = Stream.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .map(Path::of)
                .toList();
        Jvm jvm = new Jvm(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                List.of("-Xmx64m"),
                classPath,
                FakeSample.class.getName(),
                List.of(behaviour, "5"));
        return request(jvm, settle, limit);
    }

    private SampleRequest request(Jvm jvm, Duration settle, Duration limit) {
        return new SampleRequest("fake", jvm, new Threads("platform", 5, 0), Map.of(), false, settle, limit, capture());
    }

    private Path capture() {
        return folder.resolve("capture.lw");
    }

    private String manifest() throws IOException {
        return Files.readString(capture().resolve(CaptureFolder.MANIFEST));
    }
}
