package dev.loomweight.experiment.weight;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JdkVersions;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The often quoted figures for 4000 sleeping threads on JDK 21, next to the measurement here, with a verdict. The
 * published machine had stacks of 2 MB; the relation must hold anywhere, so the verdict is about the relation.
 */
public final class PublishedClaims implements Analysis<Processes, PublishedClaims.ClaimsReading> {

    /** The totals are those of so many threads, and say nothing of fewer or more. */
    private static final long CLAIMED_THREADS = 4000;

    private static final long CLAIMED_STACK_SIZE_BYTES = 2L << 20;
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

    /** What was published. */
    enum Claim {
        STACK_SHARE("platform: stacks are more than 96 % of NMT's total"),
        PLATFORM_THREAD("platform: one reserved stack plus at least 2000 B"),
        VIRTUAL_TOTAL("virtual: heap and total are both below 300 MB"),
        VIRTUAL_INSTANCE("virtual: an instance takes 200 to 240 B"),
        STACK_CHUNK("virtual: a stack chunk takes hundreds of B to hundreds of KB");

        private final String words;

        Claim(String words) {
            this.words = words;
        }
    }

    /** Whether it is so here. */
    enum Verdict {
        HOLDS,
        /** It is so of what is reserved, and not of what is committed. */
        FOR_ADDRESS_SPACE_ONLY,
        DOES_NOT_HOLD,
        /** It is about a total of another number of threads. */
        UNDECIDED
    }

    /**
     * The verdict on one claim in one capture.
     *
     * @param first the first figure: a share of 0 to 1 for {@link Claim#STACK_SHARE}, else bytes
     * @param second the second one, in the same unit; 0 where there is none
     */
    record Judged(Claim claim, ThreadGrowth cost, double first, double second, Verdict verdict) {}

    /**
     * The claims on captures of {@code sleepers}.
     *
     * @param judged in the order of the captures; empty where nothing can be judged
     * @param sleepers the captures
     */
    record ClaimsReading(List<Judged> judged, List<ThreadGrowth> sleepers) {}

    @Override
    public ClaimsReading read(Processes all, Coverage coverage) {
        List<Judged> judged = new ArrayList<>();
        List<ThreadGrowth> sleepers = Captures.of(all).costs().stream()
                .filter(cost -> cost.info().target().equals("sleepers"))
                .toList();
        for (ThreadGrowth cost : sleepers) {
            if (cost.isVirtual()) {
                virtualTotal(judged, cost);
                virtualObjects(judged, cost);
            } else {
                stackShare(judged, cost);
                platformThread(judged, cost);
            }
        }
        return new ClaimsReading(judged, sleepers);
    }

    private static void stackShare(List<Judged> into, ThreadGrowth cost) {
        double reserved = cost.stackShareOfReserved();
        double committed = cost.stackShareOfCommitted();
        if (!Double.isNaN(reserved)) {
            Verdict verdict = committed > CLAIMED_STACK_SHARE
                    ? Verdict.HOLDS
                    : reserved > CLAIMED_STACK_SHARE ? Verdict.FOR_ADDRESS_SPACE_ONLY : Verdict.DOES_NOT_HOLD;
            into.add(new Judged(Claim.STACK_SHARE, cost, reserved, committed, ofPublished(cost, verdict)));
        }
    }

    private static void platformThread(List<Judged> into, ThreadGrowth cost) {
        OptionalLong reserved = cost.stackReserved();
        long size = cost.info().stackSizeBytes();
        if (reserved.isPresent() && size > 0) {
            long stack = cost.each(reserved.getAsLong());
            long structures = cost.each(cost.committed(NmtCategory.THREAD));
            into.add(judged(
                    Claim.PLATFORM_THREAD,
                    cost,
                    stack,
                    structures,
                    Math.abs(stack - size) < size / 100 && structures >= CLAIMED_NATIVE_BYTES_EACH));
        }
    }

    private static void virtualTotal(List<Judged> into, ThreadGrowth cost) {
        NmtDigest after = cost.after().nmt();
        if (after != null && cost.after().histogram() != null) {
            long live = cost.after().histogram().totalBytes();
            long total = live + after.committedBytes() - after.committedBytes(NmtCategory.JAVA_HEAP);
            Verdict verdict = total < CLAIMED_VIRTUAL_BYTES ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD;
            into.add(new Judged(Claim.VIRTUAL_TOTAL, cost, live, total, ofPublished(cost, verdict)));
        }
    }

    /** The verdict on a claim about the total of all threads. */
    private static Verdict ofPublished(ThreadGrowth cost, Verdict verdict) {
        return cost.threads() == CLAIMED_THREADS ? verdict : Verdict.UNDECIDED;
    }

    private static void virtualObjects(List<Judged> into, ThreadGrowth cost) {
        Map<HeapPart, Long> heap = cost.liveHeapByPart();
        if (!heap.isEmpty()) {
            long thread = cost.each(heap.getOrDefault(HeapPart.VIRTUAL_THREADS, 0L));
            long both = thread + cost.each(heap.getOrDefault(HeapPart.CONTINUATIONS, 0L));
            into.add(judged(
                    Claim.VIRTUAL_INSTANCE,
                    cost,
                    thread,
                    both,
                    both >= CLAIMED_INSTANCE_LOW && both <= CLAIMED_INSTANCE_HIGH));
            long chunk = cost.each(heap.getOrDefault(HeapPart.STACK_CHUNKS, 0L));
            into.add(judged(
                    Claim.STACK_CHUNK, cost, chunk, 0, chunk >= CLAIMED_CHUNK_LOW && chunk <= CLAIMED_CHUNK_HIGH));
        }
    }

    private static Judged judged(Claim claim, ThreadGrowth cost, long first, long second, boolean holds) {
        return new Judged(claim, cost, first, second, holds ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD);
    }

    @Override
    public Section say(ClaimsReading reading, Coverage coverage) {
        List<Block> blocks = reading.judged.isEmpty()
                ? List.of()
                : List.of(
                        table(reading.judged),
                        PublishedChart.of(reading.sleepers),
                        new Note("why", "Explanation", WHY));
        return new Section(id(), "Published claims", blocks, List.of());
    }

    /** A row a claim, with the JDKs side by side; further rows where there are more captures of one JDK. */
    private static Table table(List<Judged> judged) {
        List<String> jdks = judged.stream()
                .map(one -> one.cost.jdk())
                .distinct()
                .sorted(JdkVersions.ORDER)
                .toList();
        Rows<Line> rows = Rows.of(Line.class).text("claim", "published claim", line -> line.claim.words);
        for (String jdk : jdks) {
            boolean only = jdks.size() == 1;
            String key = only ? "" : " jdk " + jdk;
            String where = only ? "" : ", JDK " + jdk;
            rows = rows.text(
                            Keys.camel("measured" + key),
                            only ? "measured here" : "measured" + where,
                            line -> line.of(jdk, PublishedClaims::measured),
                            "")
                    .text(
                            Keys.camel("verdict" + key),
                            "verdict" + where,
                            line -> line.of(jdk, PublishedClaims::verdict),
                            "");
        }
        List<Line> lines = new ArrayList<>();
        for (Claim claim : judged.stream().map(Judged::claim).distinct().toList()) {
            Map<String, List<Judged>> byJdk = judged.stream()
                    .filter(one -> one.claim == claim)
                    .collect(Collectors.groupingBy(one -> one.cost.jdk()));
            int most = byJdk.values().stream().mapToInt(List::size).max().orElse(0);
            IntStream.range(0, most).forEach(number -> lines.add(new Line(claim, byJdk, number)));
        }
        return rows.table("claims", "", lines);
    }

    /** The captures with this number among those of each JDK, as far as a JDK has so many. */
    private record Line(Claim claim, Map<String, List<Judged>> byJdk, int number) {

        private @Nullable String of(String jdk, Function<Judged, String> words) {
            List<Judged> ones = byJdk.getOrDefault(jdk, List.of());
            return number < ones.size() ? words.apply(ones.get(number)) : null;
        }
    }

    private static String measured(Judged one) {
        long first = Math.round(one.first);
        long second = Math.round(one.second);
        return switch (one.claim) {
            case STACK_SHARE ->
                Amounts.percent(one.first) + " of reserved, " + Amounts.percent(one.second) + " of committed";
            case PLATFORM_THREAD -> Amounts.bytes(first) + " plus " + Amounts.count(second) + " B";
            case VIRTUAL_TOTAL ->
                Amounts.bytes(first) + " live, " + Amounts.bytes(second) + " including memory outside the heap";
            case VIRTUAL_INSTANCE -> first + " B, " + second + " B with its continuation";
            case STACK_CHUNK ->
                Amounts.count(first) + " B at a depth of " + one.cost.info().depth();
        };
    }

    private static String verdict(Judged one) {
        return switch (one.verdict) {
            case HOLDS -> one.claim == Claim.VIRTUAL_INSTANCE ? "holds, with the continuation" : "holds";
            case FOR_ADDRESS_SPACE_ONLY -> "for address space only";
            case DOES_NOT_HOLD -> {
                long stack = one.cost.info().stackSizeBytes();
                yield one.claim == Claim.STACK_SHARE && stack > 0 && stack != CLAIMED_STACK_SIZE_BYTES
                        ? "not here, the stack size is " + Amounts.bytes(stack)
                        : "does not hold";
            }
            case UNDECIDED ->
                "undecided: measured with " + Amounts.count(one.cost.threads()) + ", the claim is about "
                        + Amounts.count(CLAIMED_THREADS);
        };
    }
}
