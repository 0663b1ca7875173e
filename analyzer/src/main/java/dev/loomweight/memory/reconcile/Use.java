package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.HeapInfo;
import dev.loomweight.sample.NmtCategory;

/** What is used of what is committed, by whichever source tells. */
final class Use {

    private Use() {}

    /** What objects take of the heap, dead ones included, in bytes, or -1. */
    static long heap(Reconciliation whole) {
        HeapInfo heap = whole.snapshot().heap();
        if (heap != null) {
            return heap.usedBytes();
        }
        if (whole.recorded().heapUsage() != null) {
            return whole.recorded().heapUsage().usedBytes();
        }
        return whole.recorded().heapSummary() == null
                ? -1
                : whole.recorded().heapSummary().usedBytes();
    }

    /** What classes use of metaspace, in bytes, or -1. */
    static long classes(Reconciliation whole) {
        NmtDigest nmt = whole.snapshot().nmt();
        long used = 0;
        boolean told = false;
        if (nmt != null) {
            for (NmtCategory category : nmt.categories()) {
                for (NmtCategory.Metaspace space : category.metaspace()) {
                    used += space.used().bytes();
                    told = true;
                }
            }
        }
        if (told) {
            return used;
        }
        return whole.recorded().metaspace() == null
                ? -1
                : whole.recorded().metaspace().usedBytes();
    }
}
