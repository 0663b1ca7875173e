package dev.loomweight.threadcost.weight;

import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Part;
import dev.loomweight.memory.reconcile.Reconciliation;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.memory.reconcile.StackSizes;
import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.ClassHistogram;
import dev.loomweight.sample.JdkVersions;
import dev.loomweight.sample.NmtCategory;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of one capture added to its process: the last snapshot less the first. All amounts are in bytes;
 * an empty one means that a part of a snapshot is missing.
 *
 * @param subject the capture's name in the report
 * @param info what the collector knew
 * @param before the snapshot without the threads
 * @param after the snapshot with them
 */
record ThreadGrowth(String subject, CaptureInfo info, Snapshot before, Snapshot after) {

    private static final String PRE_TOUCHED = "-XX:+AlwaysPreTouch";

    /** How many threads were asleep at the last snapshot. */
    long threads() {
        return info.threadsRan();
    }

    /** The version of its JDK, without the build. */
    String jdk() {
        return JdkVersions.withoutBuild(info.jdk());
    }

    boolean isVirtual() {
        return "virtual".equals(info.kind());
    }

    /** An amount divided by the number of threads, rounded. */
    long each(long bytes) {
        return Math.round((double) bytes / threads());
    }

    OptionalLong stackReserved() {
        return growthOf(NmtDigest::stackReservedBytes);
    }

    OptionalLong stackCommitted() {
        return growthOf(NmtDigest::stackCommittedBytes);
    }

    /** The guard pages inside {@link #stackCommitted}, 16 KB a Java thread, never resident. */
    OptionalLong guardPages() {
        NmtDigest first = before.nmt();
        NmtDigest last = after.nmt();
        return first == null || last == null || first.guardBytes() < 0 || last.guardBytes() < 0
                ? OptionalLong.empty()
                : OptionalLong.of(last.guardBytes() - first.guardBytes());
    }

    /** The resident part of the stacks, by System.map where the JDK has it, else NMT's committed less the guards. */
    OptionalLong stackResident() {
        StackSizes first = before.stacks();
        StackSizes last = after.stacks();
        if (first != null && last != null) {
            return OptionalLong.of(last.residentBytes() - first.residentBytes());
        }
        OptionalLong committed = stackCommitted();
        OptionalLong guards = guardPages();
        return committed.isPresent() && guards.isPresent()
                ? OptionalLong.of(committed.getAsLong() - guards.getAsLong())
                : OptionalLong.empty();
    }

    /** How many of the threads touched the whole shadow zone of their stack; empty without System.map. */
    OptionalLong stacksTouchedInAdvance() {
        StackSizes first = before.stacks();
        StackSizes last = after.stacks();
        return first == null || last == null ? OptionalLong.empty() : OptionalLong.of(last.touched() - first.touched());
    }

    /** Whether {@link #stackResident} was measured by System.map rather than derived. */
    boolean stackResidentIsMeasured() {
        return before.stacks() != null && after.stacks() != null;
    }

    /** The live heap, by class histogram. */
    OptionalLong liveHeap() {
        Map<HeapPart, Long> parts = liveHeapByPart();
        return parts.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        parts.values().stream().mapToLong(Long::longValue).sum());
    }

    /** The live heap by what it is for; empty where a histogram is missing. */
    Map<HeapPart, Long> liveHeapByPart() {
        ClassHistogram first = before.histogram();
        ClassHistogram last = after.histogram();
        if (first == null || last == null) {
            return Map.of();
        }
        Map<HeapPart, Long> parts = HeapPart.bytesByPart(last);
        HeapPart.bytesByPart(first).forEach((part, bytes) -> parts.merge(part, -bytes, Long::sum));
        return parts;
    }

    /** What other categories than the heap and the stacks committed, by NMT, the largest growth first. */
    Map<String, Long> otherNative() {
        NmtDigest first = before.nmt();
        NmtDigest last = after.nmt();
        Map<String, Long> growth = new LinkedHashMap<>();
        if (first == null || last == null) {
            return growth;
        }
        TreeSet<String> names = new TreeSet<>();
        last.categories().forEach(category -> names.add(category.name()));
        first.categories().forEach(category -> names.add(category.name()));
        names.remove(NmtCategory.JAVA_HEAP);
        ToLongFunction<String> change = name -> last.committedBytes(name) - first.committedBytes(name);
        names.stream()
                .sorted((a, b) -> Long.compare(change.applyAsLong(b), change.applyAsLong(a)))
                .forEach(name -> growth.put(name, change.applyAsLong(name)));
        return growth;
    }

    OptionalLong resident() {
        long first = before.residentBytes();
        long last = after.residentBytes();
        return first < 0 || last < 0 ? OptionalLong.empty() : OptionalLong.of(last - first);
    }

    /** What was resident of each part before, and after; both empty where resident memory is not known by mapping. */
    Map<Part, long[]> residentByPart() {
        Reconciliation first = ObservedProcess.of(before);
        Reconciliation last = ObservedProcess.of(after);
        Map<Part, long[]> parts = new EnumMap<>(Part.class);
        if (first.precision() == Reconciliation.Precision.BY_MAPPING
                && last.precision() == Reconciliation.Precision.BY_MAPPING) {
            for (Part part : Part.values()) {
                parts.put(part, new long[] {first.resident(part), last.resident(part)});
            }
        }
        return parts;
    }

    /** Page tables of the process: kernel memory, outside resident memory. */
    OptionalLong pageTables() {
        Long first = before.status() == null ? null : before.status().pageTableBytes();
        Long last = after.status() == null ? null : after.status().pageTableBytes();
        return first == null || last == null ? OptionalLong.empty() : OptionalLong.of(last - first);
    }

    /** Whether the whole heap was resident from the start, so that live objects add nothing to resident memory. */
    boolean heapIsPreTouched() {
        return info.command().contains(PRE_TOUCHED);
    }

    /**
     * The memory that the threads took: what resident memory grew by, and, where the heap was resident from the start,
     * the live objects in it.
     */
    OptionalLong memory() {
        OptionalLong resident = resident();
        OptionalLong heap = liveHeap();
        if (resident.isEmpty() || !heapIsPreTouched()) {
            return resident;
        }
        return heap.isEmpty() ? heap : OptionalLong.of(resident.getAsLong() + heap.getAsLong());
    }

    /** The part of NMT's total that is thread stacks at the last snapshot, 0 to 1, or NaN without NMT. */
    double stackShareOfReserved() {
        return share(NmtDigest::stackReservedBytes, NmtDigest::reservedBytes);
    }

    /** The same of what is committed. */
    double stackShareOfCommitted() {
        return share(NmtDigest::stackCommittedBytes, NmtDigest::committedBytes);
    }

    private double share(ToLongFunction<NmtDigest> part, ToLongFunction<NmtDigest> whole) {
        NmtDigest last = after.nmt();
        return last == null || whole.applyAsLong(last) == 0
                ? Double.NaN
                : (double) part.applyAsLong(last) / whole.applyAsLong(last);
    }

    private OptionalLong growthOf(ToLongFunction<NmtDigest> figure) {
        @Nullable NmtDigest first = before.nmt();
        @Nullable NmtDigest last = after.nmt();
        return first == null || last == null
                ? OptionalLong.empty()
                : OptionalLong.of(figure.applyAsLong(last) - figure.applyAsLong(first));
    }
}
