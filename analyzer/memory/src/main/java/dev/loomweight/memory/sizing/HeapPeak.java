package dev.loomweight.memory.sizing;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.GcHistory.Collection;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.RecordedFigures.Peak;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The most that may have been live in the heap at once. What a collection left may have been, and what was in use when no
 * collection followed, unless others have shown that so much is garbage; what a collection freed counts as garbage, though
 * a part of it may have been live a moment before.
 */
final class HeapPeak {

    /** Fewer collections do not show that what is in use before one is garbage each time. */
    private static final int MIN_COLLECTIONS = 6;

    /** With more, so much more than was ever in use before one is no garbage as before. */
    private static final double MORE = 1.1;

    private static final long MB = 1 << 20;

    private final int collections;
    private final long afterBytes;
    private final long freedBytes;
    private final long uncollectedBytes;
    private final long usedBytes;
    private final long residentBytes;
    private final long committedBytes;
    private final boolean recorded;
    private long unexplained;

    private HeapPeak(ObservedProcess process, MemoryMoment whole, List<MemoryMoment> observed) {
        List<Collection> all = whole.recorded().collections().collections();
        collections = all.size();
        afterBytes =
                LiveObjects.of(all, whole.recorded().collections().isNamed()).bytes();
        freedBytes = all.stream().mapToLong(Collection::usedBytes).max().orElse(0);
        long last = whole.recorded().heapUsedAfterLastCollection(process.moments());
        long atCollections = whole.recorded().peak(Peak.HEAP_AT_COLLECTIONS).orElse(0);
        long used = whole.recorded().peak(Peak.HEAP_USED).orElse(0);
        recorded = used > 0;
        usedBytes = Math.max(used, most(observed, one -> one.heapUsed().orElse(0)));
        uncollectedBytes =
                collections == 0 ? usedBytes : collections < MIN_COLLECTIONS || last > MORE * atCollections ? last : 0;
        committedBytes = Math.max(
                whole.recorded().peak(Peak.HEAP_COMMITTED).orElse(0),
                Math.max(whole.committed(Part.HEAP), most(observed, one -> one.committed(Part.HEAP))));
        // Where its pages are not known, all that is committed may be resident.
        residentBytes = observed.stream().anyMatch(one -> one.isKnown(Part.HEAP))
                ? Math.max(Math.min(usedBytes, committedBytes), most(observed, one -> one.resident(Part.HEAP)))
                : committedBytes;
    }

    static HeapPeak of(ObservedProcess process, MemoryMoment whole, List<MemoryMoment> observed) {
        return new HeapPeak(process, whole, observed);
    }

    private static long most(List<MemoryMoment> observed, ToLongFunction<MemoryMoment> figure) {
        return observed.stream().mapToLong(figure).max().orElse(0);
    }

    /** What of it was resident at the most, in bytes, as far as that is known. */
    long residentBytes() {
        return residentBytes;
    }

    /**
     * Adds what was resident at the peak and is in no account. Without a recording of the heap's use it may have been the
     * heap's, as far as that was committed.
     */
    void addUnexplained(long bytes) {
        if (!recorded) {
            unexplained = Math.clamp(committedBytes - residentBytes, 0, bytes);
        }
    }

    /** The heap below which none is proposed, in bytes, in whole megabytes. */
    long leastBytes() {
        return (Math.max(uncollectedBytes, afterBytes) + unexplained + MB - 1) / MB * MB;
    }

    /**
     * Why the heap is larger than its live objects need, and what collections do not show, one sentence each.
     *
     * @param needed what they need, in bytes
     */
    List<String> caveats(long needed) {
        List<String> caveats = new ArrayList<>();
        if (leastBytes() > needed) {
            caveats.add(
                    unexplained > 0
                            ? "The use of the heap was not recorded, so the peak between the snapshots may have been the"
                                    + " heap's: no limit assumes less."
                            : uncollectedBytes > afterBytes
                                    ? "No collection followed when " + Amounts.bytes(uncollectedBytes)
                                            + " of the heap were in use, so all of it may have been live: no limit"
                                            + " assumes less."
                                    : "A collection left " + Amounts.bytes(afterBytes)
                                            + " in the heap, which may have been live then: no limit assumes less.");
        }
        if (freedBytes > Math.max(needed, leastBytes())) {
            caveats.add("A collection left " + Amounts.bytes(freedBytes)
                    + " in the heap. A later one freed it, so it counts as garbage.");
        }
        if (recorded
                && collections > 0
                && collections < MIN_COLLECTIONS
                && usedBytes > Math.max(needed, leastBytes())) {
            caveats.add("Only "
                    + Amounts.count(
                            collections, "collection was recorded: it does", "collections were recorded: they do")
                    + " not show what was live for a shorter time. The heap was in use up to "
                    + Amounts.bytes(usedBytes) + ", garbage included.");
        }
        return caveats;
    }
}
