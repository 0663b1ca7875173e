package dev.loomweight.memory.growth.diff;

import static dev.loomweight.memory.growth.diff.Differences.category;
import static dev.loomweight.memory.growth.diff.Differences.committed;
import static dev.loomweight.memory.growth.diff.Differences.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.SectionText;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.NmtTexts.NmtCategory.Count;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The figures of the process before and after, complete. */
class TotalsTableTest {

    private static final long KB = 1 << 10;
    private static final long MB = 1 << 20;
    private static final String HEAD = "totals: The process\nfigure | before | after | change | source\n";

    private static MemoryState state(Sample... samples) {
        MemoryState state = new MemoryState(new Origin("shop", null, "a.txt", Instrument.NMT));
        for (Sample sample : samples) {
            state.add(sample);
        }
        return state;
    }

    private static String text(@Nullable MemoryState before, @Nullable MemoryState after, @Nullable NmtReport nmt) {
        return SectionText.of(List.of(TotalsTable.of(before, after, nmt)));
    }

    private static SmapsRollup rollup(long bytes) {
        return new SmapsRollup(Map.of("Rss", bytes));
    }

    private static ClassHistogram histogram(long bytes) {
        return new ClassHistogram(List.of(), 3, bytes);
    }

    @Test
    void allFigures() {
        NmtReport difference = Differences.of(
                1,
                List.of(
                        category("Java Heap", usage(100 * MB, 0, 8 * MB, 1 * MB), null),
                        category(
                                "Thread",
                                usage(100 * MB, 40 * MB, 20 * MB, 4 * MB),
                                null,
                                usage(90 * MB, 36 * MB, 18 * MB, 3 * MB),
                                Map.of("threads", new Count(10, 4)))));

        assertThat(text(
                        state(rollup(10 * MB), new ProcStatus(1, Map.of("VmPTE", 64 * KB), 9), histogram(4 * MB)),
                        state(new ProcStatus(1, Map.of("VmRSS", 12 * MB, "VmPTE", 96 * KB), 12), histogram(3 * MB)),
                        difference))
                .isEqualTo(HEAD + """
                        resident memory | 10 MB | 12 MB | 2 MB | smaps_rollup before, status after
                        page tables, in the kernel | 64 KB | 96 KB | 32 KB | status
                        threads of the system | 9 | 12 | 3 | status
                        live objects in the heap | 4 MB | 3 MB | -1 MB | histogram
                        reserved | 160 MB | 200 MB | 40 MB | NMT
                        committed | 23 MB | 28 MB | 5 MB | NMT
                        malloc'ed | 2.5 MB | 3 MB | 512 KB | NMT
                        heap, committed | 7 MB | 8 MB | 1 MB | NMT
                        stacks, reserved | 54 MB | 90 MB | 36 MB | NMT
                        stacks, committed | 15 MB | 18 MB | 3 MB | NMT
                        platform threads | 6 | 10 | 4 | NMT
                        """);
    }

    /** A figure that one side lacks has no row. */
    @Test
    void figuresOfOneSide() {
        MemoryState resident = state(rollup(10 * MB));
        MemoryState more = state(rollup(12 * MB), new ProcStatus(1, Map.of("VmPTE", 64 * KB), 9), histogram(4 * MB));

        assertThat(text(resident, more, null)).isEqualTo(HEAD + """
                resident memory | 10 MB | 12 MB | 2 MB | smaps_rollup
                """);
        assertThat(text(more, resident, null)).isEqualTo(HEAD + """
                resident memory | 12 MB | 10 MB | -2 MB | smaps_rollup
                """);
        assertThat(TotalsTable.of(state(histogram(1)), resident, null).rows()).isEmpty();
        assertThat(TotalsTable.of(resident, state(histogram(1)), null).rows()).isEmpty();
        assertThat(TotalsTable.of(null, null, null).rows()).isEmpty();
    }

    /** Of threads without stacks there is no row, and of stacks whose number is not known none of them. */
    @Test
    void aDifferenceAlone() {
        assertThat(text(null, null, Differences.of(1, List.of(committed("Thread", 1 * MB)))))
                .isEqualTo(HEAD + """
                reserved | 1 GB | 1 GB | 0 B | NMT
                committed | 100 MB | 101 MB | 1 MB | NMT
                malloc'ed | 2.5 MB | 3 MB | 512 KB | NMT
                """);
        assertThat(text(
                        null,
                        null,
                        Differences.of(
                                1,
                                List.of(category(
                                        "Thread",
                                        usage(9 * MB, 0, 9 * MB, 0),
                                        null,
                                        usage(8 * MB, 0, 7 * MB, 0),
                                        Map.of())))))
                .endsWith("""
                stacks, reserved | 8 MB | 8 MB | 0 B | NMT
                stacks, committed | 7 MB | 7 MB | 0 B | NMT
                """);
    }
}
