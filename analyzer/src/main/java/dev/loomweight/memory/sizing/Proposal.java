package dev.loomweight.memory.sizing;

import dev.loomweight.memory.reconcile.Part;
import dev.loomweight.memory.reconcile.Reconciliation;
import dev.loomweight.sample.ClassHistogram;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to set for a limit, with all that is taken off it. All amounts are in bytes.
 *
 * @param limit the container's limit
 * @param given whether that limit was given, rather than found to be the least
 * @param needs what is taken off it, in the order of the arithmetic
 * @param heap what is left for the heap, in whole megabytes; negative where the needs alone are too much
 * @param live the live objects
 * @param liveBy which source tells them
 * @param flags the flags besides that of the heap
 * @param doubts what could not be measured
 */
record Proposal(
        long limit,
        boolean given,
        List<Need> needs,
        long heap,
        long live,
        String liveBy,
        List<String> flags,
        List<String> doubts) {

    private static final long MB = 1 << 20;

    /** What is left for what nobody foresees: a tenth of the limit. */
    private static final double HEAD_ROOM = 0.1;

    /** A bound must not bite at the load that was measured. */
    private static final double BOUND = 1.5;

    Proposal {
        needs = List.copyOf(needs);
        flags = List.copyOf(flags);
        doubts = List.copyOf(doubts);
    }

    /**
     * Something that is not heap.
     *
     * @param what what it is
     * @param bytes how much is set aside for it
     * @param how how that was found
     */
    record Need(String what, long bytes, String how) {}

    /**
     * The proposal.
     *
     * @param limit the limit, or 0 or less for the least that holds the process
     * @return null where too little is known
     */
    static @Nullable Proposal of(Reconciliation whole, long limit) {
        if (whole.committed(Part.HEAP) == 0) {
            return null;
        }
        List<String> flags = new ArrayList<>();
        List<Need> needs = needs(whole, flags);
        long live = live(whole);
        long sum = needs.stream().mapToLong(Need::bytes).sum();
        long of = limit > 0 ? limit : roundUp(Math.round((sum + 2 * live) / (1 - HEAD_ROOM)), 16 * MB);
        needs.add(0, new Need("head room", Math.round(of * HEAD_ROOM), "a tenth"));
        long heap = (of - sum - Math.round(of * HEAD_ROOM)) / MB * MB;
        return new Proposal(of, limit > 0, needs, heap, live, liveBy(whole), flags, doubts(whole));
    }

    private static List<Need> needs(Reconciliation whole, List<String> flags) {
        List<Need> needs = new ArrayList<>();
        add(needs, "thread stacks", whole.resident(Part.STACKS), "resident, guard pages left out");
        bounded(
                needs,
                flags,
                "metaspace and class space",
                Part.CLASSES,
                whole.committed(Part.CLASSES),
                "MaxMetaspaceSize");
        bounded(needs, flags, "code cache", Part.CODE, whole.committed(Part.CODE), "ReservedCodeCacheSize");
        long direct = Math.max(whole.resident(Part.DIRECT), whole.recorded().directPeakBytes());
        bounded(needs, flags, "direct buffers", Part.DIRECT, direct, "MaxDirectMemorySize");
        add(needs, "GC structures", whole.resident(Part.GC), "resident; they grow with the heap");
        long malloc = whole.resident(Part.NATIVE) + whole.resident(Part.RETAINED);
        for (Part part : Part.values()) {
            malloc += part.kind() == Part.Kind.JVM_MALLOC ? whole.resident(part) : 0;
        }
        add(needs, "malloc, the JVM's and others'", malloc, "live, and what glibc keeps");
        add(
                needs,
                "class archive, libraries, other mappings",
                whole.resident(Part.ARCHIVE)
                        + whole.resident(Part.LIBRARIES)
                        + whole.resident(Part.VM)
                        + whole.resident(Part.KERNEL),
                "resident");
        add(needs, "what nothing explains", whole.resident(Part.REMAINDER), "resident");
        add(needs, "page tables and kernel stacks", whole.kernelBytes(), "in the kernel");
        return needs;
    }

    /** A need that has a flag to bound it: half as much again as was measured. */
    private static void bounded(
            List<Need> needs, List<String> flags, String what, Part part, long measured, String flag) {
        if (measured <= 0) {
            return;
        }
        // Code and classes grow for hours; a bound below these has been seen to bite.
        long least = part == Part.CODE ? 48 * MB : 16 * MB;
        long bound = Math.max(least, roundUp(Math.round(measured * BOUND), 8 * MB));
        needs.add(new Need(what, bound, "1.5 times what is committed or was at its most"));
        flags.add("-XX:" + flag + "=" + (bound >> 20) + "m");
    }

    private static void add(List<Need> needs, String what, long bytes, String how) {
        if (bytes > 0) {
            needs.add(new Need(what, bytes, how));
        }
    }

    private static long live(Reconciliation whole) {
        ClassHistogram histogram = whole.snapshot().histogram();
        if (histogram != null) {
            return histogram.totalBytes();
        }
        long peak = whole.recorded().heapPeakBytes();
        return peak > 0 ? peak : Math.max(0, whole.heapUsedBytes());
    }

    private static String liveBy(Reconciliation whole) {
        if (whole.snapshot().histogram() != null) {
            return "class histogram";
        }
        return whole.recorded().heapPeakBytes() > 0
                ? "most in use by JFR, dead objects too"
                : "in use, dead objects too";
    }

    private static List<String> doubts(Reconciliation whole) {
        List<String> doubts = new ArrayList<>();
        if (whole.recorded().residentPeakBytes() == 0) {
            doubts.add("Without a recording the peaks between the snapshots are not known.");
        }
        if (whole.precision() != Reconciliation.Precision.BY_MAPPING) {
            doubts.add("What is resident of each part is not measured here, so the needs are taken as committed.");
        }
        return doubts;
    }

    private static long roundUp(long bytes, long step) {
        return (bytes + step - 1) / step * step;
    }

    /** Whether the heap holds half as much again as is live. */
    boolean fits() {
        return heap >= live * BOUND;
    }

    /** The least limit that would fit. */
    long least() {
        long needed = needs.stream().skip(1).mapToLong(Need::bytes).sum();
        return roundUp(Math.round((needed + 2 * live) / (1 - HEAD_ROOM)), 16 * MB);
    }
}
