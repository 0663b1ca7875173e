package dev.loomweight.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.growth.MemoryOverTime.OverTimeReading;
import dev.loomweight.memory.Account;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.NmtCategory;
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

        assertThat(line.values()).hasSizeLessThanOrEqualTo(4096).containsValue(1_000_000L);
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

    @Test
    void whatMovedIsOrderedByGrowthAndTheUsedHeapIsLast() {
        MemoryLines lines = new MemoryLines();
        add(lines, Account.HEAP_USED, 1, 900);
        add(lines, Account.NMT_TOTAL, 100, 90);
        add(lines, Account.RESIDENT, 100, 150);
        // Where the growth is the same, the higher peak comes first, and then the name.
        add(lines, Account.CONTAINER, 10, 60);
        add(lines, Account.nmt("Code"), 10, 60);
        // A peak in between is a movement too.
        add(lines, Account.nmt("GC"), 50, 70, 50);
        add(lines, Account.nmt("Symbol"), 50, 50);
        add(lines, Account.nmt("Arguments"), 50, 50, 50);
        add(lines, Account.nmt("Zero"), 0, 0);
        add(lines, Account.nmt("Once"), 5);
        add(lines, MemoryLines.THREADS, 3, 9);
        OverTimeReading reading = read(lines);

        assertThat(reading.moved())
                .containsExactly(
                        Account.RESIDENT,
                        first(Account.CONTAINER, Account.nmt("Code")),
                        last(Account.CONTAINER, Account.nmt("Code")),
                        Account.nmt("GC"),
                        Account.NMT_TOTAL,
                        Account.HEAP_USED);
        assertThat(reading.unchanged()).containsExactly(Account.nmt("Arguments"), Account.nmt("Symbol"));
        assertThat(reading.totals())
                .containsExactly(Account.RESIDENT, Account.NMT_TOTAL, Account.HEAP_USED, Account.CONTAINER);
        assertThat(reading.compared()).isTrue();
    }

    @Test
    void theEightCategoriesWithTheHighestPeaksAreShown() {
        MemoryLines lines = new MemoryLines();
        for (int i = 0; i < 9; i++) {
            add(lines, Account.nmt("c" + i), 10, i == 8 ? 1_000 : 100 - i, 1);
        }
        add(lines, MemoryLines.THREADS, 5_000);

        assertThat(read(lines).categories())
                .extracting(Account::category)
                .containsExactly("c8", "c0", "c1", "c2", "c3", "c4", "c5", "c6");
    }

    /** A recording alone has stale thread stacks; a text of NMT corrects them. */
    @Test
    void stacksAreStaleWithoutAText() {
        MemoryLines lines = new MemoryLines();
        add(lines, Account.nmt("Code"), 1);
        assertThat(read(lines).stale()).isFalse();

        add(lines, Account.nmt(NmtCategory.THREAD_STACK), 7);
        assertThat(read(lines).stale()).isTrue();
        assertThat(read(lines).categories()).contains(Account.nmt(NmtCategory.THREAD_STACK));

        add(lines, Account.STACKS, 8);
        assertThat(read(lines).stale()).isFalse();
        assertThat(read(lines).categories()).containsExactlyInAnyOrder(Account.nmt("Code"), Account.STACKS);
        assertThat(read(lines).compared()).as("one moment").isFalse();
    }

    private static Account first(Account left, Account right) {
        return left.label().compareTo(right.label()) < 0 ? left : right;
    }

    private static Account last(Account left, Account right) {
        return first(left, right).equals(left) ? right : left;
    }

    private static void add(MemoryLines lines, Account account, long... values) {
        for (int i = 0; i < values.length; i++) {
            lines.add("shop", account, at(i), values[i]);
        }
    }

    private static OverTimeReading read(MemoryLines lines) {
        return new MemoryOverTime().read(lines, Coverage.NONE).getFirst();
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
