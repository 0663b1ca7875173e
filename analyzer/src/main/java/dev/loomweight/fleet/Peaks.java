package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Memory;
import dev.loomweight.footprint.Footprint;
import dev.loomweight.footprint.Footprints;
import dev.loomweight.sample.ContainerConfiguration;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The highest amounts of memory of one recording, and its limit: an accumulator. */
final class Peaks {

    static final Interest INTEREST = MemoryFigures.INTEREST;

    // Of events, and what a text says is a peak.
    private final TreeMap<Memory, Long> bytes = new TreeMap<>();
    private final Footprints snapshots = new Footprints();
    private final Footprint events = new Footprint();

    void add(Origin origin, Sample sample) {
        snapshots.add(origin, sample);
        switch (sample) {
            case ContainerConfiguration container -> events.add(container, null);
            case ResidentSetSize event -> peak(bytes, Memory.RESIDENT, event.peakBytes());
            case ProcStatus status ->
                peak(bytes, Memory.RESIDENT, status.bytes().getOrDefault("VmHWM", 0L));
            default -> {
                // Has no figure that is a peak by itself.
            }
        }
        MemoryFigures.of(sample, null, (kind, time, found) -> peak(bytes, kind, found));
    }

    private static void peak(Map<Memory, Long> into, Memory kind, long found) {
        if (found > 0) {
            into.merge(kind, found, Math::max);
        }
    }

    Peaks merge(Peaks other) {
        other.bytes.forEach((kind, found) -> peak(bytes, kind, found));
        snapshots.merge(other.snapshots);
        events.merge(other.events);
        return this;
    }

    /** The highest of each kind, in bytes. */
    SortedMap<Memory, Long> bytes() {
        TreeMap<Memory, Long> all = new TreeMap<>(bytes);
        if (snapshots.subjects().stream().anyMatch(snapshots::isCountedAgain)) {
            // Events and peaks are the kernel's RSS, which counts memory several times.
            all.remove(Memory.RESIDENT);
        }
        snapshots.all().forEach(one -> MemoryFigures.of(one, (kind, time, found) -> peak(all, kind, found)));
        return all;
    }

    /** The limit, in bytes; 0 where there is none or it is not known. Of several, the lowest. */
    long limitBytes() {
        Footprint limits = new Footprint().merge(events);
        snapshots.all().forEach(limits::merge);
        Long limit = limits.limit();
        return limit == null ? 0 : Math.max(0, limit);
    }

    /**
     * What the limit is compared with, in bytes: the highest charge without what the kernel can free, or else resident
     * memory, of which no more than the limit can be charged; empty if neither is known.
     */
    OptionalLong used() {
        OptionalLong used = snapshots
                .all()
                .filter(Footprint::isChargeKnown)
                .mapToLong(one -> one.used().orElse(0))
                .max();
        if (used.isPresent()) {
            return used;
        }
        // Events have no figure for what the kernel can free.
        SortedMap<Memory, Long> all = bytes();
        Long charged = all.get(Memory.CONTAINER);
        if (charged != null) {
            return OptionalLong.of(charged);
        }
        Long resident = all.get(Memory.RESIDENT);
        long limit = limitBytes();
        return resident == null
                ? OptionalLong.empty()
                : OptionalLong.of(limit > 0 ? Math.min(resident, limit) : resident);
    }
}
