package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureFolder.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollingCaptureTest {

    @TempDir
    private Path folder;

    private final List<String> asked = new ArrayList<>();

    @Test
    void theFirstSnapshotAndTheNewestStay() throws IOException {
        RollingCapture capture = capture();
        for (int i = 0; i < 7; i++) {
            capture.snapshot(new Answers(), "s", EnumSet.of(Part.HEAP_INFO));
        }

        String manifest = Files.readString(capture.folder().resolve(CaptureFolder.MANIFEST));
        for (int kept : new int[] {0, 5, 6}) {
            assertThat(manifest).contains("\"index\": " + kept + ",");
        }
        assertThat(manifest).doesNotContain("\"index\": 4,", "\"index\": 1,");
        try (Stream<Path> files = Files.list(capture.folder().path())) {
            assertThat(files.filter(Files::isDirectory)).hasSize(3);
        }
    }

    @Test
    void aPartThatTheJvmDoesNotHaveIsAskedForOnce() {
        RollingCapture capture = capture();
        for (int i = 0; i < 3; i++) {
            capture.snapshot(new Answers(), "s", EnumSet.of(Part.SCHEDULER));
        }

        assertThat(asked).containsExactly("Thread.vthread_scheduler");
    }

    @Test
    void theFirstEndIsTheTrueOne() {
        RollingCapture capture = capture();
        capture.end(CaptureEnd.stopped("the disk is nearly full"));
        capture.end(CaptureEnd.COMPLETE);

        assertThat(capture.folder().resolve(CaptureFolder.MANIFEST))
                .content()
                .contains("\"status\": \"stopped: the disk is nearly full\"", "\"target\": \"app\"");
    }

    /** Its end closes the connection, which looks like the end of the answer. */
    @Test
    void anAnswerThatTheEndOfTheTargetCutOffIsNone() throws Exception {
        Process target = new ProcessBuilder("sleep", "1000").start();
        try {
            RollingCapture capture = capture();

            Path snapshot = capture.snapshot(
                    new Answers(target.pid(), "GC.class_histogram", target),
                    NearLimit.COMPLETE_NAME,
                    EnumSet.of(Part.NMT, Part.HEAP_INFO, Part.HISTOGRAM));

            assertThat(snapshot.resolve(Part.HEAP_INFO.fileName())).hasContent("answer");
            try (Stream<Path> files = Files.list(snapshot)) {
                assertThat(files.map(file -> file.getFileName().toString()))
                        .containsExactlyInAnyOrder("nmt.txt", "heap_info.txt");
            }
            assertThat(capture.isAnswered()).isTrue();
            assertThat(capture.folder().resolve(CaptureFolder.MANIFEST))
                    .content()
                    .containsPattern(
                            "\"unfinished\": \\[\\s*\"nmt.txt\",\\s*\"histogram.txt\",\\s*\"heap_info.txt\"\\s*\\]");
        } finally {
            target.destroyForcibly().onExit().join();
        }
    }

    @Test
    void aFinishedSnapshotIsNotSaidToBeUnfinished() {
        RollingCapture capture = capture();
        capture.snapshot(new Answers(), "s", EnumSet.of(Part.HEAP_INFO));

        assertThat(capture.folder().resolve(CaptureFolder.MANIFEST)).content().doesNotContain(Manifest.UNFINISHED);
    }

    private RollingCapture capture() {
        return new RollingCapture(CaptureFolder.create(folder.resolve("app.lw")), 3, Map.of("target", "app"));
    }

    private final class Answers implements DiagnosticCommands {

        private final long pid;
        private final String last;
        private final @Nullable Process target;

        Answers() {
            this(ProcessHandle.current().pid(), "", null);
        }

        /** @param last in the answer to what begins so, the target ends */
        Answers(long pid, String last, @Nullable Process target) {
            this.pid = pid;
            this.last = last;
            this.target = target;
        }

        @Override
        public String run(String line) {
            asked.add(line);
            if (line.startsWith("Thread.")) {
                throw new DataException("this JDK has no " + line);
            }
            if (target != null && line.startsWith(last)) {
                target.destroyForcibly().onExit().join();
                return "ans";
            }
            return "answer";
        }

        @Override
        public void run(String line, Path file) {
            String answer = run(line);
            try {
                Files.writeString(file, answer);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        @Override
        public long pid() {
            return pid;
        }
    }
}
