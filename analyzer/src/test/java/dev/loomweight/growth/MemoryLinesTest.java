package dev.loomweight.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MemoryLinesTest {

    @Test
    void anHourOfSamplesKeepsItsPeakInBoundedMemory() {
        MemoryLines lines = new MemoryLines();
        for (int second = 0; second < 100_000; second++) {
            lines.add("shop", MemoryLines.RESIDENT, at(second), second == 77_777 ? 1_000_000 : second);
        }
        MemoryLines.Line line =
                lines.bySubject().values().iterator().next().values().iterator().next();

        assertThat(line.points())
                .hasSizeLessThanOrEqualTo(4096)
                .extracting(Series.Point::value)
                .contains(Cell.bytes(1_000_000));
        assertThat(line.peak()).isEqualTo(1_000_000);
        assertThat(line.first()).isZero();
        assertThat(line.last()).isEqualTo(99_999);
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(second);
    }
}
