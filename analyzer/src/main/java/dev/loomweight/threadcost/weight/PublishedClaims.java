package dev.loomweight.threadcost.weight;

import dev.loomweight.fold.Fold;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.Processes;
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
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The often quoted figures for 4000 sleeping threads on JDK 21, next to the measurement here, with a verdict. The
 * published machine had stacks of 2 MB; the relation must hold anywhere, so the verdict is about the relation.
 */
public final class PublishedClaims implements Analysis<Processes> {

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
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    private static final List<String> WHY = List.of(
            "The published figures are for 4000 sleeping threads on JDK 21, read with jcmd from NMT in detail mode:"
                    + " 8403 MB with platform threads, of which 8096 MB were stacks, and less than 300 MB with"
                    + " virtual threads.",
            "Reserved stack is address space. The published stacks had 2 MB; the default on 64-bit Linux is 1 MB, so"
                    + " everything else that a JVM reserves is a larger share of the total.",
            "Only the touched part of a stack is resident, and only resident memory counts against the limit of a"
                    + " container.",
            "The rest of the reserved memory, mainly the heap, depends on the memory of the machine, and so does"
                    + " every share of the total.",
            "A sleeping virtual thread has no stack: its frames are in a stack chunk of the same size in the heap."
                    + " The published 200 to 240 B are the thread with its continuation.");

    /** The verdict on one claim in one capture. */
    private record Judged(String claim, String jdk, String measured, String verdict) {}

    @Override
    public Section finish(Processes processes, Coverage coverage) {
        Captures all = Captures.of(processes);
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
                : List.of(table(judged), PublishedChart.of(sleepers), new Note("why", "Explanation", WHY));
        return new Section(id(), "Published claims", blocks, List.of());
    }

    /** A row a claim, with the JDKs side by side; further rows where there are more captures of one JDK. */
    private static Table table(List<Judged> judged) {
        List<String> jdks = judged.stream()
                .map(Judged::jdk)
                .distinct()
                .sorted(JdkVersions.ORDER)
                .toList();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of("claim", "published claim"));
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
                    "platform: stacks are more than 96 % of NMT's total",
                    Amounts.percent(reserved) + " of reserved, " + Amounts.percent(committed) + " of committed",
                    committed > CLAIMED_STACK_SHARE
                            ? "holds"
                            : reserved > CLAIMED_STACK_SHARE
                                    ? "for address space only"
                                    : "not here, the stack size is "
                                            + Amounts.bytes(cost.info().stackSizeBytes())));
        }
    }

    private static void platformThread(List<Judged> into, ThreadGrowth cost) {
        OptionalLong reserved = cost.stackReserved();
        if (reserved.isPresent() && cost.info().stackSizeBytes() > 0) {
            long stack = cost.each(reserved.getAsLong());
            long structures = cost.each(cost.committed(NmtCategory.THREAD));
            boolean stackHolds =
                    Math.abs(stack - cost.info().stackSizeBytes()) < cost.info().stackSizeBytes() / 100;
            into.add(judged(
                    cost,
                    "platform: one reserved stack plus at least 2000 B",
                    Amounts.bytes(stack) + " plus " + Amounts.count(structures) + " B",
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
                    "virtual: heap and total are both below 300 MB",
                    Amounts.bytes(live) + " live, " + Amounts.bytes(live + outside) + " including memory outside the"
                            + " heap",
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
                    "virtual: an instance takes 200 to 240 B",
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
                    "virtual: a stack chunk takes hundreds of B to hundreds of KB",
                    Amounts.count(chunk) + " B at a depth of " + cost.info().depth(),
                    chunk >= CLAIMED_CHUNK_LOW && chunk <= CLAIMED_CHUNK_HIGH ? "holds" : "does not hold"));
        }
    }

    private static Judged judged(ThreadGrowth cost, String claim, String measured, String verdict) {
        return new Judged(claim, cost.jdk(), measured, verdict);
    }
}
