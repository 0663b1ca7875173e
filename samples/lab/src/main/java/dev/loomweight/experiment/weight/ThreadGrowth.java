package dev.loomweight.experiment.weight;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.memory.reconcile.StackSizes;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JdkVersions;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the threads of one capture added to its process: the last snapshot minus the first. Amounts are in
 * bytes; an empty one means that a part of a snapshot is missing.
 *
 * @param subject the capture's name in the report
 * @param info the manifest of the capture
 * @param before the snapshot without the threads
 * @param after the snapshot with them
 */
record ThreadGrowth(String subject, CaptureInfo info, Snapshot before, Snapshot after) {

    /** Half of one huge page of x86-64 per hundred threads. */
    private static final long NOTABLE_HUGE_PAGE_BYTES_EACH = 10 * 1024;

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
        return growth(Snapshot::nmt, NmtDigest::stackReservedBytes);
    }

    OptionalLong stackCommitted() {
        return growth(Snapshot::nmt, NmtDigest::stackCommittedBytes);
    }

    /** The guard pages inside {@link #stackCommitted}, 16 KB per Java thread, never resident. */
    OptionalLong guardPages() {
        return growth(snapshot -> known(guardBytes(snapshot)), Long::longValue);
    }

    private static long guardBytes(Snapshot snapshot) {
        NmtDigest nmt = snapshot.nmt();
        return nmt == null ? -1 : nmt.guardBytes();
    }

    /** The resident part of the stacks, from System.map if the JDK has it, else NMT's committed minus the guards. */
    OptionalLong stackResident() {
        OptionalLong measured = growth(Snapshot::stacks, StackSizes::residentBytes);
        OptionalLong committed = stackCommitted();
        OptionalLong guards = guardPages();
        return measured.isPresent() || committed.isEmpty() || guards.isEmpty()
                ? measured
                : OptionalLong.of(committed.getAsLong() - guards.getAsLong());
    }

    /** How many of the threads touched the whole shadow zone of their stack; empty without System.map. */
    OptionalLong stacksTouchedInAdvance() {
        return growth(Snapshot::stacks, StackSizes::touched);
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

    /** The live heap by purpose; empty if a histogram is missing. */
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

    /** The growth of what NMT counts as committed in a category; 0 without NMT. */
    long committed(String category) {
        return growth(Snapshot::nmt, nmt -> nmt.committedBytes(category)).orElse(0);
    }

    OptionalLong resident() {
        return growth(snapshot -> known(snapshot.residentBytes().orElse(-1)), Long::longValue);
    }

    /** Resident memory of each part before and after, malloc as allocated; empty if resident memory is not known by mapping. */
    Map<Part, long[]> residentByPart() {
        MemoryMoment first = MemoryMoment.of(before);
        MemoryMoment last = MemoryMoment.of(after);
        Map<Part, long[]> parts = new EnumMap<>(Part.class);
        if (first.precision() == MemoryMoment.Precision.BY_MAPPING
                && last.precision() == MemoryMoment.Precision.BY_MAPPING) {
            for (Part part : Part.values()) {
                parts.put(part, new long[] {first.account(part), last.account(part)});
            }
        }
        return parts;
    }

    /** What was added in transparent huge pages, where that is more than stacks need; else 0. */
    long notableHugePageBytes() {
        long huge = after.hugePageBytes() - before.hugePageBytes();
        return huge > NOTABLE_HUGE_PAGE_BYTES_EACH * threads() ? huge : 0;
    }

    /** Page tables of the process: kernel memory, not in resident memory. */
    OptionalLong pageTables() {
        return growth(snapshot -> pageTableBytes(snapshot.status()), Long::longValue);
    }

    private static @Nullable Long pageTableBytes(@Nullable ProcStatus status) {
        return status == null ? null : status.pageTableBytes();
    }

    /** Whether the whole heap was resident from the start, so that live objects add nothing to resident memory. */
    boolean heapIsPreTouched() {
        return info.command().contains(PRE_TOUCHED);
    }

    /**
     * The memory cost of the threads: the growth of resident memory, plus the live objects in the heap if the heap was
     * resident from the start.
     */
    OptionalLong memory() {
        OptionalLong resident = resident();
        OptionalLong heap = liveHeap();
        if (resident.isEmpty() || !heapIsPreTouched()) {
            return resident;
        }
        return heap.isEmpty() ? heap : OptionalLong.of(resident.getAsLong() + heap.getAsLong());
    }

    /** The share of thread stacks in NMT's total at the last snapshot, 0 to 1, or NaN without NMT. */
    double stackShareOfReserved() {
        return share(NmtDigest::stackReservedBytes, NmtDigest::reservedBytes);
    }

    /** The same for committed memory. */
    double stackShareOfCommitted() {
        return share(NmtDigest::stackCommittedBytes, NmtDigest::committedBytes);
    }

    private double share(ToLongFunction<NmtDigest> part, ToLongFunction<NmtDigest> whole) {
        NmtDigest last = after.nmt();
        return last == null || whole.applyAsLong(last) == 0
                ? Double.NaN
                : (double) part.applyAsLong(last) / whole.applyAsLong(last);
    }

    private static @Nullable Long known(long bytes) {
        return bytes < 0 ? null : bytes;
    }

    private <T> OptionalLong growth(Function<Snapshot, @Nullable T> part, ToLongFunction<T> figure) {
        T first = part.apply(before);
        T last = part.apply(after);
        return first == null || last == null
                ? OptionalLong.empty()
                : OptionalLong.of(figure.applyAsLong(last) - figure.applyAsLong(first));
    }
}
