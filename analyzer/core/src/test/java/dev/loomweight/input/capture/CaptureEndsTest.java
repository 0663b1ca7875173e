package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.CaptureCourse;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.CaptureState;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever happens to a capture, in whatever order: it has at most one end, the first, and its folder can be read at every
 * moment, as after a kill of its collector. The oracle is the list of events itself.
 */
class CaptureEndsTest {

    private static final List<CaptureEnd> ENDS = List.of(
            CaptureEnd.COMPLETE,
            CaptureEnd.fewerThreads(3, 5, "no more pids"),
            CaptureEnd.stopped("the disk is nearly full"),
            CaptureEnd.targetEnded(7, ""),
            CaptureEnd.killed("evidence"),
            CaptureEnd.interrupted("measuring"),
            CaptureEnd.failed("measuring", "no answer"));

    private static final int SEQUENCES = 60;
    private static final int MAX_EVENTS = 14;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyOrderOfEventsLeavesAReadableCaptureWithTheFirstEnd(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < SEQUENCES; i++) {
            Path path = folder.resolve(i + ".lw");
            Model model = new Model(path);
            int events = random.nextInt(MAX_EVENTS);
            for (int event = 0; event < events; event++) {
                model.happens(random);
                model.check();
            }
        }
    }

    /** The end comes from another thread, as that of a JVM does, while an answer is waited for. */
    @Test
    void aSnapshotThatWasBegunBeforeTheEndIsKept() throws Exception {
        RollingCapture capture = capture(folder.resolve("app.lw"));
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread taker = Thread.ofPlatform()
                .start(() -> capture.snapshot(
                        new Answers(() -> {
                            asked.countDown();
                            await(ended);
                        }),
                        "periodic",
                        EnumSet.of(Part.HEAP_INFO)));
        asked.await();
        assertThat(capture.end(CaptureEnd.COMPLETE)).isTrue();
        ended.countDown();
        taker.join();

        CaptureManifest manifest = read(folder.resolve("app.lw"));
        assertThat(manifest.info().isComplete()).isTrue();
        assertThat(manifest.snapshots())
                .singleElement()
                .satisfies(snapshot -> assertThat(folder.resolve("app.lw")
                                .resolve(snapshot.folder())
                                .resolve("heap_info.txt"))
                        .hasContent("answer"));
        assertThatThrownBy(() -> capture.snapshot(new Answers(() -> {}), "end", EnumSet.of(Part.HEAP_INFO)))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith("the capture has ended");
    }

    /** What cannot be written has still happened: a later end does not take its place when the disk has room again. */
    @Test
    void anEndThatCouldNotBeWrittenIsWrittenWithWhatFollows() throws IOException {
        Path path = folder.resolve("app.lw");
        RollingCapture capture = capture(path);
        Path taken = path.resolve("capture.json.next");
        Files.createDirectory(taken);
        assertThatThrownBy(() -> capture.end(CaptureEnd.stopped("the disk is nearly full")))
                .isInstanceOf(DataException.class);
        assertThat(read(path).info().isRunning()).isTrue();
        Files.delete(taken);

        assertThat(capture.end(CaptureEnd.COMPLETE)).isFalse();
        capture.exited(Instant.EPOCH, 3);
        CaptureInfo info = read(path).info();
        assertThat(info.status()).isEqualTo("stopped: the disk is nearly full");
        assertThat(info.end().exitStatus()).isEqualTo(3);
    }

    @Test
    void whatIsThrownIsTheEndEvenWhereThatCannotBeWritten() throws IOException {
        Path path = folder.resolve("app.lw");
        RollingCapture capture = capture(path);
        Files.createDirectory(path.resolve("capture.json.next"));
        assertThatThrownBy(() -> capture.capture(() -> "measuring", () -> {
                    throw new IllegalStateException("x");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("x")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(capture.course().state()).isEqualTo(CaptureState.FAILED);
    }

    private static RollingCapture capture(Path path) {
        return new RollingCapture(CaptureFolder.create(path), 3, Map.of("target", "app", "collector", "record"));
    }

    private static CaptureManifest read(Path path) {
        return CaptureManifest.read(path.resolve(CaptureFolder.MANIFEST), "capture.json");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A capture, and what its folder must say. */
    private static final class Model {

        private final Path path;
        private final RollingCapture capture;
        private CaptureState before = CaptureState.RUNNING;
        private @Nullable CaptureEnd decided;
        private boolean ended;
        private boolean recorded = true;

        Model(Path path) {
            this.path = path;
            this.capture = capture(path);
        }

        void happens(Random random) {
            CaptureEnd end = ENDS.get(random.nextInt(ENDS.size()));
            CaptureCourse course = capture.course();
            switch (random.nextInt(13)) {
                case 0, 1, 2 -> snapshot(() -> {});
                case 3 ->
                    snapshot(() -> {
                        throw new Unanswered("process 7 did not answer");
                    });
                case 4 ->
                    snapshot(() -> {
                        throw new DataException("process 7 has ended");
                    });
                case 5 -> course.halt();
                case 6 -> course.resume();
                case 7 -> {
                    boolean first = course.close(end);
                    assertThat(first).isEqualTo(decided == null);
                    decided = first ? end : decided;
                }
                case 8 -> ends(end, capture.end(end));
                case 9 -> thrown(new DataException("no answer"), CaptureEnd.failed("looking", "no answer"));
                case 10 -> thrown(new InterruptedException(), CaptureEnd.interrupted("looking"));
                case 11 -> {
                    capture.notRecorded("JFR cannot be started");
                    recorded = recorded && ended;
                }
                default -> {
                    capture.exited(Instant.EPOCH, random.nextBoolean() ? 143 : null);
                    capture.forgetSnapshots();
                }
            }
        }

        /** While a snapshot is taken, the JVM may answer in any way; once the end is decided, it is not asked. */
        private void snapshot(Runnable answering) {
            int known = read(path).snapshots().size();
            boolean[] asked = new boolean[1];
            Answers jvm = new Answers(() -> {
                asked[0] = true;
                answering.run();
            });
            try {
                assertThat(capture.snapshot(jvm, "periodic", EnumSet.of(Part.HEAP_INFO)))
                        .isDirectory();
                assertThat(decided).isNull();
                assertThat(read(path).snapshots()).hasSize(Math.min(3, known + 1));
            } catch (DataException e) {
                assertThat(decided).isNotNull();
                assertThat(asked[0]).isFalse();
            }
        }

        private void thrown(Exception thrown, CaptureEnd end) {
            assertThatThrownBy(() -> capture.capture(() -> "looking", () -> {
                        throw thrown;
                    }))
                    .isSameAs(thrown);
            ends(end, !ended);
        }

        private void ends(CaptureEnd end, boolean first) {
            assertThat(first).isEqualTo(!ended);
            if (decided == null) {
                decided = end.equals(CaptureEnd.COMPLETE) && !recorded
                        ? CaptureEnd.notRecorded("JFR cannot be started")
                        : end;
            }
            ended = true;
        }

        void check() throws IOException {
            CaptureState now = capture.course().state();
            assertThat(now == before || !before.isEnd())
                    .as("%s to %s", before, now)
                    .isTrue();
            assertThat(now.isEnd()).isEqualTo(ended);
            before = now;

            CaptureManifest manifest = read(path);
            CaptureInfo info = manifest.info();
            assertThat(info.status()).isEqualTo(ended && decided != null ? decided.status() : "running");
            assertThat(info.end().time() != null).isEqualTo(ended);
            assertThat(CaptureState.of(info.status())).isEqualTo(ended ? now : CaptureState.RUNNING);
            assertThat(manifest.snapshots())
                    .allSatisfy(snapshot ->
                            assertThat(path.resolve(snapshot.folder())).isDirectory());
            try (Inputs inputs = Inputs.open(List.of(path), ReaderChoice.AUTO)) {
                assertThat(inputs.sources()).isNotEmpty();
            }
        }
    }

    private record Answers(Runnable answering) implements DiagnosticCommands {

        @Override
        public String run(String line) {
            answering.run();
            return "answer";
        }

        @Override
        public void run(String line, Path file) {
            try {
                Files.writeString(file, run(line));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public long pid() {
            return ProcessHandle.current().pid();
        }
    }
}
