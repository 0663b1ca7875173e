package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is new in a capture that is being written. */
class GrowingCaptureTest {

    private static final String TITLE = "# Times of the carriers of virtual threads, by Loomweight\n";

    @TempDir
    private Path folder;

    @Test
    void intervalsComeOnceWhereTheFileIsMergedMeanwhile() throws IOException {
        Path capture = Files.createDirectory(folder.resolve("app.lw"));
        Files.writeString(
                capture.resolve("capture.json"),
                "{\"schemaVersion\": 1, \"target\": \"app\", \"jdk\": \"21\", \"pid\": 1,"
                        + " \"started\": \"2026-11-21T10:00:00Z\", \"status\": \"running\", \"snapshots\": []}");
        Path carriers = capture.resolve("carriers.txt");
        try (GrowingCapture growing = GrowingCapture.open(capture)) {
            assertThat(growing.newCarriers()).isEmpty();

            Files.writeString(carriers, TITLE + interval(0, 1) + interval(1, 2));
            assertThat(seconds(growing)).containsExactly(0L, 1L);
            assertThat(seconds(growing)).isEmpty();

            Files.writeString(carriers, TITLE + interval(0, 2) + interval(2, 3));
            assertThat(seconds(growing)).containsExactly(2L);

            Files.writeString(carriers, TITLE + interval(0, 2) + interval(2, 4) + interval(4, 6));
            assertThat(seconds(growing)).as("half of one was seen before").containsExactly(4L);
        }
    }

    private static List<Long> seconds(GrowingCapture growing) {
        List<Sample> added = growing.newCarriers();
        return added.stream()
                .map(sample -> ((CarrierTimes) sample).from().getEpochSecond() % 60)
                .toList();
    }

    private static String interval(int from, int to) {
        return "carrier 7 1000000000 0 0 1 0 1 0 ForkJoinPool-1-worker-1\nthread 31\n" + "interval 2026-11-21T10:00:0"
                + from + "Z 2026-11-21T10:00:0" + to + "Z 1 1 1 0 - - 1\n";
    }
}
