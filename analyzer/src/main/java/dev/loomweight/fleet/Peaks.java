package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Memory;
import dev.loomweight.memory.ResidentMemory;
import dev.loomweight.sample.ContainerConfiguration;
import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.ContainerMemory;
import dev.loomweight.sample.ContainerUsage;
import dev.loomweight.sample.HeapSummary;
import dev.loomweight.sample.HeapUsage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MetaspaceSummary;
import dev.loomweight.sample.NativeMemory;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import java.util.SortedMap;
import java.util.TreeMap;

/** The highest amounts of memory of one recording, and its limit: an accumulator. */
final class Peaks {

    static final Interest INTEREST = ResidentMemory.INTEREST.and(Interest.in(
            ContainerConfiguration.class,
            ContainerLimit.class,
            ContainerMemory.class,
            ContainerUsage.class,
            HeapSummary.class,
            HeapUsage.class,
            MetaspaceSummary.class,
            NativeMemory.class,
            NmtReport.class));

    private final TreeMap<Memory, Long> bytes = new TreeMap<>();
    private long limitBytes;

    void add(Sample sample) {
        switch (sample) {
            case ContainerConfiguration container -> limit(container.limitBytes());
            case ContainerLimit container -> limit(container.limitBytes());
            case ContainerUsage usage -> peak(Memory.CONTAINER, usage.usageBytes());
            case ContainerMemory usage -> peak(Memory.CONTAINER, usage.bytes().getOrDefault(ContainerMemory.USAGE, 0L));
            case HeapSummary heap -> {
                peak(Memory.HEAP_USED, heap.usedBytes());
                peak(Memory.HEAP_COMMITTED, heap.committedBytes());
            }
            case HeapUsage heap -> {
                peak(Memory.HEAP_USED, heap.usedBytes());
                peak(Memory.HEAP_COMMITTED, heap.committedBytes());
            }
            case MetaspaceSummary metaspace -> peak(Memory.METASPACE, metaspace.committedBytes());
            case NativeMemory category -> peak(Memory.nmt(category.category()), category.committedBytes());
            case NmtReport report -> {
                if (!report.diff()) {
                    report.categories()
                            .forEach(category -> peak(
                                    Memory.nmt(category.name()),
                                    category.usage().committed().bytes()));
                }
            }
            default -> resident(sample);
        }
    }

    private void resident(Sample sample) {
        if (sample instanceof ResidentSetSize event) {
            peak(Memory.RESIDENT, event.peakBytes());
        } else if (sample instanceof ProcStatus status) {
            peak(Memory.RESIDENT, status.bytes().getOrDefault("VmHWM", 0L));
        }
        ResidentMemory found = ResidentMemory.in(sample, null);
        if (found != null) {
            peak(Memory.RESIDENT, found.bytes());
        }
    }

    private void limit(long found) {
        // Of several limits the lowest counts.
        if (found > 0 && (limitBytes == 0 || found < limitBytes)) {
            limitBytes = found;
        }
    }

    private void peak(Memory kind, long found) {
        if (found > 0) {
            bytes.merge(kind, found, Math::max);
        }
    }

    Peaks merge(Peaks other) {
        other.bytes.forEach(this::peak);
        limit(other.limitBytes);
        return this;
    }

    SortedMap<Memory, Long> bytes() {
        return bytes;
    }

    /** The limit, in bytes; 0 where there is none or it is not known. */
    long limitBytes() {
        return limitBytes;
    }

    /** What the limit is compared with, in bytes: what the kernel charges, or else resident memory; 0 if neither is known. */
    long charged() {
        return bytes.getOrDefault(Memory.CONTAINER, bytes.getOrDefault(Memory.RESIDENT, 0L));
    }
}
