package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.Part;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.util.EnumMap;
import java.util.Map;

/**
 * The reserved and the committed memory of each part, by NMT's text, by the recordings where there is none, or of the heap
 * alone where NMT is off. Where resident memory is not known either, it is what recordings have of other parts, too: it is
 * all that there is. All amounts are in bytes.
 *
 * @param reserved address space, of parts that have some of their own
 * @param committed what may be touched
 * @param staleStacks whether the stacks are those of a recording
 */
record CommittedParts(Map<Part, Long> reserved, Map<Part, Long> committed, boolean staleStacks) {

    /** @param resident whether resident memory is known */
    static CommittedParts of(Snapshot snapshot, RecordedFigures recorded, boolean resident) {
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
        if (recorded.nmt().isEmpty() && !resident) {
            addRecorded(recorded, reserved, committed);
        }
        return new CommittedParts(reserved, committed, recorded.nmt().containsKey(NmtCategory.THREAD_STACK));
    }

    private static void addRecorded(RecordedFigures recorded, Map<Part, Long> reserved, Map<Part, Long> committed) {
        HeapSummary heap = recorded.heapSummary();
        if (heap != null && heap.committedBytes() >= 0 && !committed.containsKey(Part.HEAP)) {
            reserved.put(Part.HEAP, Math.max(0, heap.reservedBytes()));
            committed.put(Part.HEAP, heap.committedBytes());
        }
        MetaspaceSummary classes = recorded.metaspace();
        if (classes != null && classes.committedBytes() >= 0) {
            reserved.put(Part.CLASSES, Math.max(0, classes.reservedBytes()));
            committed.put(Part.CLASSES, classes.committedBytes());
        }
        DirectBuffers direct = recorded.direct();
        if (direct != null) {
            committed.put(Part.DIRECT, direct.usedBytes());
        }
    }
}
