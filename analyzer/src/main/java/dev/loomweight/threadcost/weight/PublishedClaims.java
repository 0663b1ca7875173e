package dev.loomweight.threadcost.weight;

import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JdkVersions;
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

    private static final List<String> WHY = List.of(
            "It was published of 4000 threads that slept for ever, on JDK 21. jcmd read NMT's detail: of platform threads 8403 MB,"
                    + " of which 8096 MB were stacks; of virtual threads less than 300 MB.",
            "What is reserved of a stack is address space. Stacks there were of 2 MB; the default of 64-bit Linux is 1 MB, and"
                    + " then the rest of what a JVM reserves is a larger part of the total.",
            "Resident is only what a thread touched of its stack, and only that counts against the limit of a container.",
            "What else is reserved, for the heap above all, follows the memory of the machine, and every share of the total with"
                    + " it.",
            "A virtual thread that sleeps has no stack: its frames lie in a stack chunk in the heap, which is as large as they"
                    + " are. The published 200 to 240 B are the thread with its continuation.");

    /** What was found of one claim in one capture. */
    private record Judged(String claim, String jdk, String measured, String verdict) {}

    @Override
    public Section finish(Captures all, Coverage coverage) {
        List<Judged> judged = new ArrayList<>();
        List<ThreadGrowth> sleepers = all.costs().stream()
                .filter(cost -> cost.info().target().equals("sleepers"))
                .toList();
        for (ThreadGrowth cost : sleepers) {
            if (cost.isVirtual()) {
                virtualTotal(judged, cost);
                virtualInstance(judged, cost);
                stackChunk(judged, cost);
            } else {
                stackShare(judged, cost);
                platformThread(judged, cost);
            }
        }
        List<Block> blocks = judged.isEmpty()
                ? List.of()
                : List.of(table(judged), PublishedChart.of(sleepers), new Note("why", "Why it is so", WHY));
        return new Section(id(), "What is said of it, and what was found", blocks, List.of());
    }

    /** A row a claim, with the JDKs side by side; further rows where there are more captures of one JDK. */
    private static Table table(List<Judged> judged) {
        List<String> jdks = judged.stream()
                .map(Judged::jdk)
                .distinct()
                .sorted(JdkVersions.ORDER)
                .toList();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of("claim", "what is published"));
        for (String jdk : jdks) {
            boolean only = jdks.size() == 1;
            String key = only ? "" : " jdk " + jdk;
            columns.add(Column.of(Keys.camel("measured" + key), only ? "measured here" : "measured, JDK " + jdk));
            columns.add(Column.of(Keys.camel("verdict" + key), only ? "verdict" : "verdict, JDK " + jdk));
        }
        List<Row> rows = new ArrayList<>();
        for (String claim : judged.stream().map(Judged::claim).distinct().toList()) {
            List<List<Judged>> byJdk = jdks.stream()
                    .map(jdk -> judged.stream()
                            .filter(one ->
                                    one.claim().equals(claim) && one.jdk().equals(jdk))
                            .toList())
                    .toList();
            int most = byJdk.stream().mapToInt(List::size).max().orElse(0);
            for (int i = 0; i < most; i++) {
                List<Cell> cells = new ArrayList<>();
                cells.add(Cell.text(claim));
                for (List<Judged> ones : byJdk) {
                    cells.add(i < ones.size() ? Cell.text(ones.get(i).measured()) : Cell.absent(""));
                    cells.add(i < ones.size() ? Cell.text(ones.get(i).verdict()) : Cell.absent(""));
                }
                rows.add(new Row(Role.PLAIN, cells));
            }
        }
        return new Table("claims", "", columns, rows, List.of());
    }

    private static void stackShare(List<Judged> into, ThreadGrowth cost) {
        double reserved = cost.stackShareOfReserved();
        double committed = cost.stackShareOfCommitted();
        if (!Double.isNaN(reserved)) {
            into.add(judged(
                    cost,
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

    private static void platformThread(List<Judged> into, ThreadGrowth cost) {
        Map<String, Long> other = cost.otherNative();
        OptionalLong reserved = cost.stackReserved();
        if (reserved.isPresent() && cost.info().stackSizeBytes() > 0) {
            long stack = cost.each(reserved.getAsLong());
            long structures = cost.each(other.getOrDefault(NmtCategory.THREAD, 0L));
            boolean stackHolds =
                    Math.abs(stack - cost.info().stackSizeBytes()) < cost.info().stackSizeBytes() / 100;
            into.add(judged(
                    cost,
                    "platform: a stack reserved, and 2000 B and more beside it",
                    Amounts.bytes(stack) + ", and " + Amounts.count(structures) + " B",
                    stackHolds && structures >= CLAIMED_NATIVE_BYTES_EACH ? "holds" : "does not hold"));
        }
    }

    private static void virtualTotal(List<Judged> into, ThreadGrowth cost) {
        NmtDigest after = cost.after().nmt();
        if (after != null && cost.after().histogram() != null) {
            long live = cost.after().histogram().totalBytes();
            long outside = after.committedBytes() - after.committedBytes(NmtCategory.JAVA_HEAP);
            into.add(judged(
                    cost,
                    "virtual: heap and total both under 300 MB",
                    Amounts.bytes(live) + " live, " + Amounts.bytes(live + outside) + " with all outside the heap",
                    live + outside < CLAIMED_VIRTUAL_BYTES ? "holds" : "does not hold"));
        }
    }

    private static void virtualInstance(List<Judged> into, ThreadGrowth cost) {
        Map<HeapPart, Long> heap = cost.liveHeapByPart();
        if (!heap.isEmpty()) {
            long thread = cost.each(heap.getOrDefault(HeapPart.VIRTUAL_THREADS, 0L));
            long both = thread + cost.each(heap.getOrDefault(HeapPart.CONTINUATIONS, 0L));
            boolean holds = both >= CLAIMED_INSTANCE_LOW && both <= CLAIMED_INSTANCE_HIGH;
            into.add(judged(
                    cost,
                    "virtual: an instance of 200 to 240 B",
                    thread + " B, " + both + " B with its continuation",
                    holds ? "holds, with the continuation" : "does not hold"));
        }
    }

    private static void stackChunk(List<Judged> into, ThreadGrowth cost) {
        Map<HeapPart, Long> heap = cost.liveHeapByPart();
        if (!heap.isEmpty()) {
            long chunk = cost.each(heap.getOrDefault(HeapPart.STACK_CHUNKS, 0L));
            into.add(judged(
                    cost,
                    "virtual: a stack chunk of hundreds of B to hundreds of KB",
                    Amounts.count(chunk) + " B at a depth of " + cost.info().depth(),
                    chunk >= CLAIMED_CHUNK_LOW && chunk <= CLAIMED_CHUNK_HIGH ? "holds" : "does not hold"));
        }
    }

    private static Judged judged(ThreadGrowth cost, String claim, String measured, String verdict) {
        return new Judged(claim, PublishedChart.jdk(cost), measured, verdict);
    }
}
