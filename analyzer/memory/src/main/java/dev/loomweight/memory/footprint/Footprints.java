package dev.loomweight.memory.footprint;

import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The footprints of processes at their snapshots, and by texts alone. An accumulator: filled and merged in any order. */
public final class Footprints {

    // The key of a snapshot is its index, that of a text alone -1.
    private final Map<String, TreeMap<Long, Footprint>> processes = new TreeMap<>();

    /** None yet. */
    public Footprints() {}

    /**
     * Adds a text. Events are of other moments than the snapshots, and are not taken.
     *
     * @return whether it is of use
     */
    public boolean add(Origin origin, Sample sample) {
        boolean event = sample instanceof ResidentSetSize
                || sample instanceof ContainerUsage
                || sample instanceof ContainerConfiguration;
        if (event || !Footprint.INTEREST.wants(sample.getClass())) {
            return false;
        }
        Origin.SnapshotId moment = origin.moment();
        processes
                .computeIfAbsent(origin.subject(), key -> new TreeMap<>())
                .computeIfAbsent(moment == null ? -1L : moment.index(), key -> new Footprint())
                .add(sample, moment == null ? null : moment.time());
        return true;
    }

    /** Both together; changes this and returns it. */
    public Footprints merge(Footprints other) {
        other.processes.forEach((subject, moments) -> moments.forEach((index, footprint) -> processes
                .computeIfAbsent(subject, key -> new TreeMap<>())
                .computeIfAbsent(index, key -> new Footprint())
                .merge(footprint)));
        return this;
    }

    /** The processes, in order. */
    public Set<String> subjects() {
        return processes.keySet();
    }

    /** The footprints of a process, the earliest first. */
    public Collection<Footprint> of(String subject) {
        return processes.getOrDefault(subject, new TreeMap<>()).values();
    }

    /** The footprints of all processes. */
    public Stream<Footprint> all() {
        return processes.values().stream().flatMap(moments -> moments.values().stream());
    }

    /** The resident memory of a process at those moments at which it is known, the earliest first. */
    public List<ResidentMemory> resident(String subject) {
        return of(subject).stream()
                .flatMap(one -> Stream.ofNullable(one.resident()))
                .toList();
    }

    /** Whether RSS counts memory of a process several times, so that the kernel's own figures and peaks are too high. */
    public boolean isCountedAgain(String subject) {
        return of(subject).stream()
                .flatMap(one -> Stream.ofNullable(one.resident()))
                .anyMatch(one -> one.againBytes() > 0);
    }
}
