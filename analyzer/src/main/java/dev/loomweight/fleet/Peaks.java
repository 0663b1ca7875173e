package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Memory;
import dev.loomweight.sample.ContainerConfiguration;
import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import java.util.SortedMap;
import java.util.TreeMap;

/** The highest amounts of memory of one recording, and its limit: an accumulator. */
final class Peaks {

    static final Interest INTEREST =
            MemoryFigures.INTEREST.and(Interest.in(ContainerConfiguration.class, ContainerLimit.class));

    private final TreeMap<Memory, Long> bytes = new TreeMap<>();
    private long limitBytes;

    void add(Sample sample) {
        switch (sample) {
            case ContainerConfiguration container -> limit(container.limitBytes());
            case ContainerLimit container -> limit(container.limitBytes());
            case ResidentSetSize event -> peak(Memory.RESIDENT, event.peakBytes());
            case ProcStatus status -> peak(Memory.RESIDENT, status.bytes().getOrDefault("VmHWM", 0L));
            default -> {
                // Has no figure that is a peak by itself.
            }
        }
        MemoryFigures.of(sample, null, (kind, time, found) -> peak(kind, found));
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
