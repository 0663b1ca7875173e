package dev.loomweight.growth;

import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.sample.GarbageCollection;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The accumulator of growth: the snapshots of all processes, and the figures of their recordings over time. */
public final class Observations {

    private static final MemoryOverTime OVER_TIME = new MemoryOverTime();

    /** All samples on memory over time. */
    static final Interest INTEREST =
            Processes.INTEREST.and(OVER_TIME.interest()).and(Interest.in(GarbageCollection.class));

    private final Processes processes = new Processes();
    private final MemoryLines lines = OVER_TIME.empty();
    private final Map<String, OldCollections> collections = new TreeMap<>();
    private boolean differences;

    void add(Origin origin, Sample sample) {
        processes.add(origin, sample);
        OVER_TIME.add(lines, origin, sample);
        collections
                .computeIfAbsent(origin.subject(), key -> new OldCollections())
                .add(sample);
        differences |= sample instanceof NmtReport report && report.diff();
    }

    Observations merge(Observations other) {
        processes.merge(other.processes);
        OVER_TIME.merge(lines, other.lines);
        other.collections.forEach((subject, one) -> collections
                .computeIfAbsent(subject, key -> new OldCollections())
                .merge(one));
        differences |= other.differences;
        return this;
    }

    /** Whether a text is itself a difference, which cannot be compared with a moment. */
    boolean hasDifferences() {
        return differences;
    }

    /** The processes. */
    List<ObservedProcess> processes() {
        return processes.together();
    }

    /**
     * The growth of a place, of the process in which it grew most, over its own snapshots or recording. Of a course that
     * goes up and down, the slope counts, and not its ends.
     *
     * @param place its id
     */
    public MemoryFigures.Figure growthOf(String place) {
        MemoryFigures.Figure most = new MemoryFigures.Figure(
                0,
                "",
                "no input has two snapshots, or a recording, with \"" + place
                        + "\"; the heap's places need class histograms"
                        + " (record --histogram), the others smaps and NMT");
        for (ObservedProcess process : processes()) {
            for (Grown one : growth(process).map(ProcessGrowth::places).orElse(List.of())) {
                long bytes = one.bytes();
                if (one.place().id().equals(place) && (!most.missing().isEmpty() || bytes > most.bytes())) {
                    most = new MemoryFigures.Figure(bytes, process.name() + ", first to last", "");
                }
            }
        }
        return most;
    }

    /** What grew in a process: over its snapshots, or over its recording where there are fewer than two. */
    Optional<ProcessGrowth> growth(ObservedProcess process) {
        Optional<ProcessGrowth> growth = ProcessGrowth.of(process.name(), process.moments(), 0);
        NavigableMap<Instant, Long> live =
                collections.getOrDefault(process.name(), new OldCollections()).live();
        return growth.isPresent()
                ? growth.map(one -> one.withLive(live))
                : RecordedGrowth.of(process.name(), lines.values(process.name()), live);
    }
}
