package dev.loomweight.memory.growth;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.fold.Several;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Figure.Kind;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.kernel.subject.Scope;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.Account;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.GcHistory;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Unit;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** What growth is read from: the snapshots of all processes, and the figures of their recordings over time. */
public final class Observations {

    private static final Fold<Rest> REST = Fold.of(
            Interest.in(HeapSummary.class, GarbageCollection.class, NmtReport.class, RecordedJvm.class), Rest::new);

    /** All samples on memory over time. */
    public static final Fold<Results> FOLD = Several.of(Processes.FOLD, MemoryLines.FOLD, REST);

    /** What grew, over the snapshots of the inputs themselves. */
    public static final Subject<Results, Observations> SUBJECT = Subject.<Results, Observations>of(
                    FOLD, (all, coverage) -> of(all))
            .figures(List.of(Figure.of(
                    "growth",
                    Kind.DIFFERENCE,
                    Unit.SIZE,
                    "growth of a place of memory, such as mappedFiles",
                    new Scope("PLACE", "place of memory", Place.ids()),
                    Observations::growthOf)))
            .compared(new GrowthComparison());

    private final Processes processes;
    private final MemoryLines lines;
    private final Rest rest;

    private Observations(Processes processes, MemoryLines lines, Rest rest) {
        this.processes = processes;
        this.lines = lines;
        this.rest = rest;
    }

    /** Those in what {@link #FOLD} gathered. */
    public static Observations of(Results all) {
        return new Observations(all.of(Processes.FOLD), all.of(MemoryLines.FOLD), all.of(REST));
    }

    /** What growth alone needs. */
    private static final class Rest implements State<Rest> {
        private final Map<String, GcHistory> collections = new TreeMap<>();
        private final Map<String, Long> pids = new TreeMap<>();
        private final Map<String, Instant> started = new TreeMap<>();
        private boolean differences;

        @Override
        public void add(Origin origin, Sample sample) {
            collections
                    .computeIfAbsent(origin.subject(), key -> new GcHistory())
                    .add(sample);
            if (sample instanceof NmtReport report) {
                differences |= report.diff();
                pids.merge(origin.subject(), report.pid(), Math::max);
            } else if (sample instanceof RecordedJvm jvm) {
                pids.merge(origin.subject(), jvm.pid(), Math::max);
                started.merge(origin.subject(), Instant.ofEpochMilli(jvm.startedMillis()), Rest::later);
            }
        }

        @Override
        public void merge(Rest other) {
            other.collections.forEach((subject, one) ->
                    collections.computeIfAbsent(subject, key -> new GcHistory()).merge(one));
            other.pids.forEach((subject, pid) -> pids.merge(subject, pid, Math::max));
            other.started.forEach((subject, time) -> started.merge(subject, time, Rest::later));
            differences |= other.differences;
        }

        private static Instant later(Instant one, Instant other) {
            return one.isAfter(other) ? one : other;
        }
    }

    /** Whether a text is itself a difference, which cannot be compared with a moment. */
    boolean hasDifferences() {
        return rest.differences;
    }

    /** The process id, as its manifest, the kernel or NMT has it; -1 where none does. */
    long pid(ObservedProcess process) {
        ProcStatus status = process.last().status();
        return process.info() != null
                ? process.info().pid()
                : status == null ? rest.pids.getOrDefault(process.name(), -1L) : status.pid();
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
    public Measured growthOf(String place) {
        Measured most = new Measured(
                0,
                "",
                "no input has two snapshots, or a recording, with \"" + place
                        + "\"; the heap's places need class histograms"
                        + " (record --histogram), the others smaps and NMT");
        for (ObservedProcess process : processes()) {
            for (Grown one : growth(process).map(ProcessGrowth::places).orElse(List.of())) {
                long bytes = one.bytes();
                if (one.place().id().equals(place) && (!most.missing().isEmpty() || bytes > most.amount())) {
                    most = new Measured(bytes, process.name() + ", first to last", "");
                }
            }
        }
        return most;
    }

    /** The used part of the heap of a process over time, garbage included, by its snapshots and its recording, in bytes. */
    NavigableMap<Instant, Long> heapUses(ObservedProcess process) {
        NavigableMap<Instant, Long> uses =
                new TreeMap<>(lines.values(process.name()).getOrDefault(Account.HEAP_USED, new TreeMap<>()));
        process.moments().forEach(moment -> {
            HeapInfo heap = moment.snapshot().heap();
            if (heap != null && moment.time() != null) {
                uses.merge(moment.time(), heap.usedBytes(), Math::max);
            }
        });
        return uses;
    }

    /** When the JVM of a process began, as its recording has it; the epoch where it does not. */
    Instant started(ObservedProcess process) {
        return rest.started.getOrDefault(process.name(), Instant.EPOCH);
    }

    /** The memory of a process over its own time. */
    RunMemory run(ObservedProcess process) {
        Map<Place, NavigableMap<Instant, Long>> snapshots = new TreeMap<>();
        ProcessGrowth.of(process.name(), process.moments(), 0)
                .map(ProcessGrowth::places)
                .orElse(List.of())
                .forEach(one -> snapshots.put(one.place(), one.course().byTime()));
        return RunMemory.of(
                process.name(),
                lines.values(process.name()),
                rest.collections.getOrDefault(process.name(), new GcHistory()),
                snapshots,
                started(process));
    }

    /** What grew in a process: over its snapshots, or over its recording where there are fewer than two. */
    Optional<ProcessGrowth> growth(ObservedProcess process) {
        Optional<ProcessGrowth> growth = ProcessGrowth.of(
                process.name(), process.moments(), 0, new TouchedHeap.Uses(List.of(heapUses(process)), true));
        GcHistory collections = rest.collections.getOrDefault(process.name(), new GcHistory());
        Optional<ProcessGrowth> found = growth.isPresent()
                ? growth.map(one -> one.withLive(collections))
                : RecordedGrowth.of(process.name(), lines.values(process.name()), collections);
        return found.map(one -> one.withStarts(process.recorded().starts()));
    }
}
