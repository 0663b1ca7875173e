package dev.loomweight.memory.sizing;

import dev.loomweight.memory.reconcile.Part;
import dev.loomweight.memory.reconcile.Reconciliation;
import dev.loomweight.sample.ClassHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A proposal of limits for the JVM, with the arithmetic. All amounts are in bytes.
 *
 * @param limit the container's limit
 * @param given whether that limit was given; otherwise it is the smallest that fits
 * @param needs what is subtracted from it, in order
 * @param heap the rest for the heap, in whole megabytes; negative if the needs alone exceed the limit
 * @param live the live objects
 * @param liveSource the source of the live objects
 * @param flags the flags except that of the heap
 * @param caveats what could not be measured, one sentence each
 */
record Proposal(
        long limit,
        boolean given,
        List<Need> needs,
        long heap,
        long live,
        String liveSource,
        List<String> flags,
        List<String> caveats) {

    private static final long MB = 1 << 20;

    /** Headroom for the unforeseen: a tenth of the limit. */
    private static final double HEADROOM = 0.1;

    /** A bound must not be reached at the measured load. */
    private static final double BOUND = 1.5;

    Proposal {
        needs = List.copyOf(needs);
        flags = List.copyOf(flags);
        caveats = List.copyOf(caveats);
    }

    /**
     * Memory outside the heap.
     *
     * @param name its name
     * @param bytes the amount that is reserved for it
     * @param basis what the amount is based on
     */
    record Need(String name, long bytes, String basis) {}

    /**
     * The proposal.
     *
     * @param limit the limit, or 0 or less for the smallest that fits the process
     * @return null if too little is known
     */
    static @Nullable Proposal of(Reconciliation whole, long limit) {
        if (whole.committed(Part.HEAP) == 0) {
            return null;
        }
        List<String> flags = new ArrayList<>();
        List<Need> needs = needs(whole, flags);
        long live = live(whole);
        long sum = needs.stream().mapToLong(Need::bytes).sum();
        long of = limit > 0 ? limit : roundUp(Math.round((sum + 2 * live) / (1 - HEADROOM)), 16 * MB);
        needs.add(0, new Need("headroom", Math.round(of * HEADROOM), "a tenth of the limit"));
        long heap = (of - sum - Math.round(of * HEADROOM)) / MB * MB;
        return new Proposal(of, limit > 0, needs, heap, live, liveSource(whole), flags, caveats(whole));
    }

    private static List<Need> needs(Reconciliation whole, List<String> flags) {
        List<Need> needs = new ArrayList<>();
        add(needs, "thread stacks", whole.resident(Part.STACKS), "resident, without guard pages");
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
        long malloc = Stream.of(Part.NATIVE, Part.RETAINED, Part.MALLOC_JVM, Part.TOUCHED, Part.ANY_MALLOC, Part.ALLOCATOR)
                .mapToLong(whole::resident)
                .sum();
        for (Part part : Part.values()) {
            malloc += part.kind() == Part.Kind.JVM_MALLOC ? whole.resident(part) : 0;
        }
        add(needs, "malloc of the JVM and of native code", malloc, "live, and retained by glibc");
        add(
                needs,
                "class archive, libraries, other mappings",
                whole.resident(Part.ARCHIVE)
                        + whole.resident(Part.LIBRARIES)
                        + whole.resident(Part.VM)
                        + whole.resident(Part.KERNEL),
                "resident");
        add(needs, "not divided", whole.undividedOutsideHeap(), "resident");
        add(needs, "unaccounted for", whole.resident(Part.REMAINDER), "resident");
        add(needs, "page tables and kernel stacks", whole.kernelBytes(), "in the kernel");
        return needs;
    }

    /** A need with a flag that bounds it: 1.5 times the measured amount. */
    private static void bounded(
            List<Need> needs, List<String> flags, String name, Part part, long measured, String flag) {
        if (measured <= 0) {
            return;
        }
        // Code and classes grow for hours; lower bounds have been reached in practice.
        long floor = part == Part.CODE ? 48 * MB : 16 * MB;
        long bound = Math.max(floor, roundUp(Math.round(measured * BOUND), 8 * MB));
        needs.add(new Need(name, bound, "1.5 times the committed or peak amount"));
        flags.add("-XX:" + flag + "=" + (bound >> 20) + "m");
    }

    private static void add(List<Need> needs, String name, long bytes, String basis) {
        if (bytes > 0) {
            needs.add(new Need(name, bytes, basis));
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

    private static String liveSource(Reconciliation whole) {
        if (whole.snapshot().histogram() != null) {
            return "class histogram";
        }
        return whole.recorded().heapPeakBytes() > 0
                ? "peak use in JFR, including dead objects"
                : "in use, including dead objects";
    }

    private static List<String> caveats(Reconciliation whole) {
        List<String> caveats = new ArrayList<>();
        if (whole.recorded().residentPeakBytes() == 0) {
            caveats.add("Without a recording, the peaks between the snapshots are not known.");
        }
        if (whole.precision() != Reconciliation.Precision.BY_MAPPING) {
            caveats.add("The resident size of each part was not measured, so the needs are taken as committed.");
        }
        return caveats;
    }

    private static long roundUp(long bytes, long step) {
        return (bytes + step - 1) / step * step;
    }

    /** Whether the heap is at least 1.5 times the live objects. */
    boolean fits() {
        return heap >= live * BOUND;
    }

    /** The smallest limit that fits. */
    long smallestLimit() {
        long needed = needs.stream().skip(1).mapToLong(Need::bytes).sum();
        return roundUp(Math.round((needed + 2 * live) / (1 - HEADROOM)), 16 * MB);
    }
}
