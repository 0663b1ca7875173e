package dev.loomweight.memory.growth.diff;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The figures of the process before and after, with the change and the source. */
final class TotalsTable {

    private static final Rows<Total> TOTALS = Rows.of(Total.class)
            .text("figure", "", Total::figure)
            .column("before", "before", Total::before)
            .column("after", "after", Total::after)
            .column("change", "change", Total::change)
            .text("source", "source", Total::source);

    private final List<Total> totals = new ArrayList<>();

    private record Total(String figure, Cell before, Cell after, Cell change, String source) {

        private static Total of(String figure, long before, long after, LongFunction<Cell> cell, String source) {
            return new Total(figure, cell.apply(before), cell.apply(after), cell.apply(after - before), source);
        }
    }

    private TotalsTable() {}

    /**
     * The table.
     *
     * @param before the earlier moment, or null if there is only a difference
     * @param after the later moment, or null likewise
     * @param nmt the difference of their NMT reports, or null
     */
    static Table of(@Nullable MemoryState before, @Nullable MemoryState after, @Nullable NmtReport nmt) {
        TotalsTable table = new TotalsTable();
        if (before != null && after != null) {
            table.process(before, after);
        }
        if (nmt != null) {
            table.nmt(nmt);
        }
        return TOTALS.table("totals", "The process", table.totals);
    }

    private void process(MemoryState before, MemoryState after) {
        measured("resident memory", before, after, MemoryState::residentBytes, Cell::bytes, source(before, after));
        measured("page tables, in the kernel", before, after, MemoryState::pageTableBytes, Cell::bytes, "status");
        measured("threads of the system", before, after, MemoryState::threads, Cell::count, "status");
        measured("live objects in the heap", before, after, MemoryState::liveBytes, Cell::bytes, "histogram");
    }

    private static String source(MemoryState before, MemoryState after) {
        ResidentMemory earlier = before.resident();
        ResidentMemory later = after.resident();
        if (earlier == null || later == null || earlier.source() == later.source()) {
            return later == null ? "" : later.source().label();
        }
        return earlier.source().label() + " before, " + later.source().label() + " after";
    }

    private void measured(
            String name,
            MemoryState before,
            MemoryState after,
            Function<MemoryState, Quantity> figure,
            LongFunction<Cell> cell,
            String source) {
        Quantity earlier = figure.apply(before);
        Quantity later = figure.apply(after);
        if (earlier.isKnown() && later.isKnown()) {
            totals.add(Total.of(name, earlier.known(), later.known(), cell, source));
        }
    }

    private void nmt(NmtReport difference) {
        amount("reserved", difference.total().reserved());
        amount("committed", difference.total().committed());
        if (difference.malloc() != null) {
            amount("malloc'ed", difference.malloc().amount());
        }
        NmtCategory heap = difference.category(NmtCategory.JAVA_HEAP);
        if (heap != null) {
            amount("heap, committed", heap.usage().committed());
        }
        NmtCategory threads = difference.category(NmtCategory.THREAD);
        NmtUsage stacks = threads == null ? null : threads.stack();
        if (threads != null && stacks != null) {
            amount("stacks, reserved", stacks.reserved());
            amount("stacks, committed", stacks.committed());
            NmtCategory.Count count = threads.counts().get("threads");
            if (count != null) {
                totals.add(
                        Total.of("platform threads", count.value() - count.delta(), count.value(), Cell::count, "NMT"));
            }
        }
    }

    private void amount(String name, Amount amount) {
        totals.add(Total.of(name, amount.bytes() - amount.deltaBytes(), amount.bytes(), Cell::bytes, "NMT"));
    }
}
