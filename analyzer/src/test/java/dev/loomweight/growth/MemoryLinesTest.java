package dev.loomweight.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Account;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryLinesTest {

    @Test
    void anHourOfSamplesKeepsItsPeakInBoundedMemory() {
        MemoryLines lines = new MemoryLines();
        for (int second = 0; second < 100_000; second++) {
            lines.add("shop", Account.RESIDENT, at(second), second == 77_777 ? 1_000_000 : second);
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

    /** One snapshot, or a recording of one moment: nothing changed, and nothing stayed as it was. */
    @Test
    void oneMomentIsNotComparedWithItself() {
        MemoryLines lines = new MemoryLines();
        lines.add("shop", Account.RESIDENT, at(1), 1_000_000);
        assertThat(tables(lines)).isEmpty();

        lines.add("shop", Account.NMT_TOTAL, at(1), 2_000_000);
        lines.add("shop", Account.NMT_TOTAL, at(2), 2_000_000);
        assertThat(tables(lines))
                .singleElement()
                .satisfies(table -> assertThat(table.footnotes()).containsExactly("Unchanged: NMT total."));
    }

    private static List<Table> tables(MemoryLines lines) {
        return new MemoryOverTime()
                .finish(lines, Coverage.NONE).blocks().stream()
                        .filter(Table.class::isInstance)
                        .map(Table.class::cast)
                        .toList();
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(second);
    }
}
