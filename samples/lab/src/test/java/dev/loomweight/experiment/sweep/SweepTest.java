package dev.loomweight.experiment.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.experiment.weight.RunSamples;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepTest {

    /** What one thread, one frame and the run itself cost, in bytes: odd, so that no other sum gives them. */
    private static final long EACH = 28_877;

    private static final long FRAME = 53;
    private static final long ONCE = 700_001;

    /** What the histograms of these runs add. */
    private static final long HEAP = 101;

    private final Sweep analysis = new Sweep();
    private final Processes all = analysis.fold().empty();

    @Test
    void theLawThatTheRunsFollowIsFound() {
        int number = 0;
        for (long threads : new long[] {1_000, 4_000}) {
            for (int depth : new int[] {0, 100, 500}) {
                number++;
                RunSamples.add(all, "platform", number, 6, threads, depth, EACH + FRAME * depth, ONCE);
            }
        }

        Section section = finish();

        assertThat(cells(section, "slopes", "memory"))
                .containsExactly(
                        Cell.text("memory"),
                        Cell.count(6),
                        Cell.bytes(EACH + HEAP),
                        Cell.bytes(0),
                        Cell.bytes(FRAME),
                        Cell.bytes(0),
                        Cell.bytes(ONCE),
                        Cell.bytes(0));
        assertThat(cells(section, "slopes", "NMT committed"))
                .startsWith(Cell.text("NMT committed"), Cell.count(6), Cell.bytes(RunSamples.STACK_COMMITTED));
        Note words = (Note) section.blocks().getFirst();
        assertThat(words.sentences())
                .containsExactly("One thread (platform) takes 28.3 KB ± 0 B plus 53 B ± 0 B for each frame below its"
                        + " sleep.");
        assertThat(section.findings()).isEmpty();
    }

    @Test
    void everyCombinationIsARowOfMediansAndTheSpreadIsBeside() {
        add(1, 1_000, 0, 20_001);
        add(2, 1_000, 0, 30_011);
        add(3, 1_000, 0, 20_101);
        add(4, 1_000, 10, 40_001);

        Section section = finish();

        Table cost = table(section, "cost");
        assertThat(cost.columns())
                .extracting(Table.Column::id)
                .containsExactly(
                        "kind",
                        "depth",
                        "runs",
                        "reservedEach",
                        "committedEach",
                        "residentEach",
                        "heapEach",
                        "memoryEach");
        assertThat(cost.rows()).hasSize(2);
        assertThat(cost.rows().getFirst().cells())
                .containsExactly(
                        Cell.text("platform"),
                        Cell.count(0),
                        Cell.count(3),
                        Cell.bytes(1 << 20),
                        Cell.bytes(RunSamples.STACK_COMMITTED),
                        Cell.bytes(20_101),
                        Cell.bytes(HEAP),
                        Cell.bytes(20_202));
        assertThat(table(section, "spread").rows())
                .singleElement()
                .satisfies(row -> assertThat(row.cells())
                        .containsExactly(
                                Cell.text("platform"),
                                Cell.count(0),
                                Cell.count(3),
                                Cell.bytes(20_202),
                                Cell.bytes(100),
                                Cell.bytes(20_102),
                                Cell.bytes(30_112)));
    }

    @Test
    void theChartIsOverWhatHasTheMostValues() {
        add(1, 1_000, 0, 20_001);
        add(2, 1_000, 10, 21_001);
        add(3, 1_000, 100, 22_001);
        add(4, 4_000, 0, 23_001);
        add(5, 4_000, 100, 24_001);

        Series chart = (Series) block(finish(), "memoryByCondition");

        assertThat(chart.title()).isEqualTo("Memory per thread by frames below its sleep, for 4,000 threads");
        assertThat(chart.lines()).singleElement().satisfies(line -> {
            assertThat(line.name()).isEqualTo("platform");
            assertThat(line.points())
                    .containsExactly(
                            new Series.Point(Cell.count(0), Cell.bytes(23_102)),
                            new Series.Point(Cell.count(100), Cell.bytes(24_102)));
        });
    }

    @Test
    void aRunThatFailedSaysSoInItsRowAndHidesNoOther() {
        add(1, 1_000, 0, 20_001);
        RunSamples.addFailed(all, "platform", 2, 9, 500, "failed while starting: exit status 1");

        Section section = finish();

        Table cost = table(section, "cost");
        assertThat(cost.rows()).hasSize(2);
        assertThat(cost.rows().getLast().cells())
                .startsWith(
                        Cell.text("platform"), Cell.count(500), Cell.absent("failed while starting: exit status 1"));
        assertThat(section.findings()).extracting(Finding::id).containsExactly("sweepIncomplete", "runFailed");
        assertThat(section.findings().getFirst().summary()).startsWith("Only 2 of 9 planned runs were started");
        assertThat(section.findings().getLast().summary())
                .isEqualTo("A run of platform, 500 frames produced no figures.");
    }

    @Test
    void runsThatLieFarApartAreWarnedOf() {
        add(1, 1_000, 0, 20_000);
        add(2, 1_000, 0, 30_000);
        add(3, 1_000, 0, 60_000);

        assertThat(finish().findings()).extracting(Finding::id).containsExactly("sweepIncomplete", "spreadWide");
    }

    @Test
    void capturesThatStandAloneAreNoSweep() {
        RunSamples.add(all, "platform", 1, 0, 1_000, 0, EACH, 0);
        RunSamples.add(all, "virtual", 2, 0, 1_000, 0, EACH, 0);

        assertThat(finish().isEmpty()).isTrue();
    }

    @Test
    void oneRunTellsNoSlope() {
        add(1, 1_000, 0, 20_000);

        assertThat(finish().blocks()).extracting(Block::id).containsExactly("cost");
    }

    private void add(int number, long threads, int depth, long each) {
        RunSamples.add(all, "platform", number, 9, threads, depth, each, 0);
    }

    private Section finish() {
        return analysis.finish(all, Coverage.NONE);
    }

    private static Block block(Section section, String id) {
        return section.blocks().stream()
                .filter(block -> block.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no block " + id));
    }

    private static Table table(Section section, String id) {
        return (Table) block(section, id);
    }

    private static List<Cell> cells(Section section, String table, String first) {
        return table(section, table).rows().stream()
                .map(Table.Row::cells)
                .filter(cells -> cells.getFirst().equals(Cell.text(first)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + first));
    }
}
