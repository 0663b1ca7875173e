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

    private RollingCapture capture() {
        return new RollingCapture(CaptureFolder.create(folder.resolve("app.lw")), 3, Map.of("target", "app"));
    }

    private final class Answers implements DiagnosticCommands {

        @Override
        public String run(String line) {
            asked.add(line);
            if (line.startsWith("Thread.")) {
                throw new DataException("this JDK has no " + line);
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
            return ProcessHandle.current().pid();
        }
    }
}
