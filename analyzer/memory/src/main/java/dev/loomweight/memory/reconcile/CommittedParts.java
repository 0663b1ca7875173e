package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.Part;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.util.EnumMap;
import java.util.Map;

/**
 * The reserved and the committed memory of each part, by NMT's text, by the recordings where there is none, or of the heap
 * alone where NMT is off. All amounts are in bytes.
 *
 * @param reserved address space, of parts that have some of their own
 * @param committed what may be touched
 * @param staleStacks whether the stacks are those of a recording
 */
record CommittedParts(Map<Part, Long> reserved, Map<Part, Long> committed, boolean staleStacks) {

    static CommittedParts of(Snapshot snapshot, RecordedFigures recorded) {
        NmtDigest nmt = snapshot.nmt();
        if (nmt != null) {
            return new CommittedParts(nmt.reservedByPart(), nmt.committedByPart(), false);
        }
        Map<Part, Long> reserved = new EnumMap<>(Part.class);
        Map<Part, Long> committed = new EnumMap<>(Part.class);
        for (NativeMemory category : recorded.nmt().values()) {
            Part part = Part.ofMost(category.category());
            reserved.merge(part, category.reservedBytes(), Long::sum);
            committed.merge(part, category.committedBytes(), Long::sum);
        }
        if (recorded.nmt().isEmpty() && recorded.heapUsage() != null) {
            reserved.put(Part.HEAP, recorded.heapUsage().maxBytes());
            committed.put(Part.HEAP, recorded.heapUsage().committedBytes());
        }
        if (committed.isEmpty() && snapshot.heap() != null && snapshot.heap().committedBytes() >= 0) {
            reserved.put(Part.HEAP, Math.max(0, snapshot.heap().reservedBytes()));
            committed.put(Part.HEAP, snapshot.heap().committedBytes());
        }
        return new CommittedParts(reserved, committed, recorded.nmt().containsKey(NmtCategory.THREAD_STACK));
    }
}
