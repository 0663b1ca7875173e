package dev.loomweight.analysis.weight;

import dev.loomweight.analysis.Amounts;
import dev.loomweight.analysis.memory.reconcile.HeapPart;
import dev.loomweight.analysis.memory.reconcile.NmtDigest;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtCategory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The figures that are quoted for 4000 sleeping threads of JDK 21, each beside what was measured here, with a verdict.
 * The published machine had stacks of 2 MB; what must hold anywhere is the relation, and the verdict is of that.
 */
public final class PublishedClaims extends CaptureAnalysis {

    private static final double CLAIMED_STACK_SHARE = 0.96;
    private static final long CLAIMED_VIRTUAL_BYTES = 300L << 20;
    private static final long CLAIMED_NATIVE_BYTES_EACH = 2000;
    private static final long CLAIMED_INSTANCE_LOW = 200;
    private static final long CLAIMED_INSTANCE_HIGH = 240;
    private static final long CLAIMED_CHUNK_LOW = 100;
    private static final long CLAIMED_CHUNK_HIGH = 1_000_000;

    @Override
    public String id() {
        return "publishedClaims";
    }

    @Override
    public Section finish(Captures all, Coverage coverage) {
        List<Row> rows = new ArrayList<>();
        for (ThreadCost cost : all.costs()) {
            if (cost.info().target().equals("sleepers")) {
                if (cost.isVirtual()) {
                    virtualTotal(rows, cost);
                    virtualInstance(rows, cost);
                    stackChunk(rows, cost);
                } else {
                    stackShare(rows, cost);
                    platformThread(rows, cost);
                }
            }
        }
        List<Block> blocks = rows.isEmpty()
                ? List.of()
                : List.of(new Table(
                        "claims",
                        "",
                        List.of(
                                Column.of("claim", "what is published"),
                                Column.of("measured", "measured here"),
                                Column.of("verdict", "verdict")),
                        rows,
                        List.of()));
        return new Section(id(), "What is said of it, and what was found", blocks, List.of());
    }

    private static void stackShare(List<Row> rows, ThreadCost cost) {
        double reserved = cost.stackShareOfReserved();
        double committed = cost.stackShareOfCommitted();
        if (!Double.isNaN(reserved)) {
            rows.add(row(
                    "platform: stacks are over 96 % of NMT's total",
                    Amounts.percent(reserved) + " of reserved, " + Amounts.percent(committed) + " of committed",
                    committed > CLAIMED_STACK_SHARE
                            ? "holds"
                            : reserved > CLAIMED_STACK_SHARE
                                    ? "of address space only"
                                    : "not here, stacks are "
                                            + Amounts.bytes(cost.info().stackSizeBytes())));
        }
    }

    private static void platformThread(List<Row> rows, ThreadCost cost) {
        Map<String, Long> other = cost.otherNative();
        OptionalLong reserved = cost.stackReserved();
        if (reserved.isPresent() && cost.info().stackSizeBytes() > 0) {
            long stack = cost.each(reserved.getAsLong());
            long structures = cost.each(other.getOrDefault(NmtCategory.THREAD, 0L));
            boolean stackHolds =
                    Math.abs(stack - cost.info().stackSizeBytes()) < cost.info().stackSizeBytes() / 100;
            rows.add(row(
                    "platform: a stack reserved, and 2000 B and more beside it",
                    Amounts.bytes(stack) + ", and " + Amounts.count(structures) + " B",
                    stackHolds && structures >= CLAIMED_NATIVE_BYTES_EACH ? "holds" : "does not hold"));
        }
    }

    private static void virtualTotal(List<Row> rows, ThreadCost cost) {
        NmtDigest after = cost.after().nmt();
        if (after != null && cost.after().histogram() != null) {
            long live = cost.after().histogram().totalBytes();
            long outside = after.committedBytes() - after.committedBytes(NmtCategory.JAVA_HEAP);
            rows.add(row(
                    "virtual: heap and total both under 300 MB",
                    Amounts.bytes(live) + " live, " + Amounts.bytes(live + outside) + " with all outside the heap",
                    live + outside < CLAIMED_VIRTUAL_BYTES ? "holds" : "does not hold"));
        }
    }

    private static void virtualInstance(List<Row> rows, ThreadCost cost) {
        Map<HeapPart, Long> heap = cost.liveHeapByPart();
        if (!heap.isEmpty()) {
            long thread = cost.each(heap.getOrDefault(HeapPart.VIRTUAL_THREADS, 0L));
            long both = thread + cost.each(heap.getOrDefault(HeapPart.CONTINUATIONS, 0L));
            boolean holds = both >= CLAIMED_INSTANCE_LOW && both <= CLAIMED_INSTANCE_HIGH;
            rows.add(row(
                    "virtual: an instance of 200 to 240 B",
                    thread + " B, " + both + " B with its continuation",
                    holds ? "holds, with the continuation" : "does not hold"));
        }
    }

    private static void stackChunk(List<Row> rows, ThreadCost cost) {
        Map<HeapPart, Long> heap = cost.liveHeapByPart();
        if (!heap.isEmpty()) {
            long chunk = cost.each(heap.getOrDefault(HeapPart.STACK_CHUNKS, 0L));
            rows.add(row(
                    "virtual: a stack chunk of hundreds of B to hundreds of KB",
                    Amounts.count(chunk) + " B at a depth of " + cost.info().depth(),
                    chunk >= CLAIMED_CHUNK_LOW && chunk <= CLAIMED_CHUNK_HIGH ? "holds" : "does not hold"));
        }
    }

    private static Row row(String claim, String measured, String verdict) {
        return Row.of(Cell.text(claim), Cell.text(measured), Cell.text(verdict));
    }
}
