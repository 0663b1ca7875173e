package dev.loomweight.memory.reconcile;

import dev.loomweight.fold.SamplesKept;
import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.memory.reconcile.RecordedFigures.Latest;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MachineEvents.CollectorConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MachineEvents.HeapConfiguration;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.MemoryEvents.ChunkAllocation;
import dev.loomweight.sample.MemoryEvents.CodeCacheFull;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.MemoryEvents.NativeAllocation;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.NativeMemoryTotal;
import dev.loomweight.sample.MemoryEvents.ObjectCount;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.RecordedStacks;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import dev.loomweight.sample.ThreadEvents.ThreadStatistics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The figures of recordings over time: of each figure the highest of each slot of time, the first and the last; of garbage
 * collections those that say what is live; of starts of platform threads their number by stack; of stack chunks the last of
 * each thread; of what is recorded once a chunk, the latest. Of blocks of malloc only their number: which are freed is known by
 * address alone, and there can be millions.
 */
public final class KeptFigures implements SamplesKept<KeptFigures.Gathered> {

    /** The figures over time, by the kinds of their samples. */
    private static final Map<Class<? extends Sample>, Figure> FIGURES = new HashMap<>();

    static {
        figure(NativeMemory.class, NativeMemory::time, NativeMemory::committedBytes);
        figure(NativeMemoryTotal.class, NativeMemoryTotal::time, NativeMemoryTotal::committedBytes);
        figure(
                ResidentSetSize.class,
                ResidentSetSize::time,
                ResidentSetSize::residentBytes,
                ResidentSetSize::peakBytes);
        figure(HeapSummary.class, HeapSummary::time, HeapSummary::usedBytes, HeapSummary::committedBytes);
        figure(HeapUsage.class, HeapUsage::time, HeapUsage::usedBytes, HeapUsage::committedBytes);
        figure(MetaspaceSummary.class, MetaspaceSummary::time, MetaspaceSummary::usedBytes);
        figure(DirectBuffers.class, DirectBuffers::time, DirectBuffers::usedBytes);
        figure(ContainerUsage.class, ContainerUsage::time, ContainerUsage::usageBytes);
        figure(ThreadStatistics.class, ThreadStatistics::time, ThreadStatistics::active);
    }

    private static final Interest INTEREST = Interest.in(FIGURES.keySet())
            .and(Interest.in(
                    GarbageCollection.class,
                    ObjectCount.class,
                    RecordedStacks.class,
                    RecordedJvm.class,
                    CollectorConfiguration.class,
                    ContainerConfiguration.class,
                    CpuInformation.class,
                    HeapConfiguration.class,
                    ThreadStart.class,
                    CodeCacheFull.class,
                    ChunkAllocation.class))
            .and(Interest.inNumberOf(NativeAllocation.class));

    /**
     * A figure over time.
     *
     * @param time when a sample was taken
     * @param values those of a sample of which an analysis can want the highest
     */
    private record Figure(Function<Sample, Instant> time, List<ToLongFunction<Sample>> values) {}

    @SafeVarargs
    private static <S extends Sample> void figure(
            Class<S> kind, Function<S, Instant> time, ToLongFunction<S>... values) {
        List<ToLongFunction<Sample>> all = new ArrayList<>();
        for (ToLongFunction<S> value : values) {
            all.add(sample -> value.applyAsLong(kind.cast(sample)));
        }
        FIGURES.put(kind, new Figure(sample -> time.apply(kind.cast(sample)), all));
    }

    /** It has no options. */
    public KeptFigures() {}

    /** Which figure, of which input. */
    private record Key(Origin origin, Class<? extends Sample> kind, String name) {}

    /** Who started threads, in which input. */
    private record Starter(Origin origin, StackTrace stack) {}

    /** Figures, collections, starts, stack chunks, and what is latest: the accumulator. */
    public static final class Gathered {
        private final Map<Key, FigureOverTime> figures = new HashMap<>();
        private final Map<Origin, CollectionRuns> collections = new HashMap<>();
        private final Map<Key, Latest> latest = new HashMap<>();
        private final Map<Starter, ThreadStart> starts = new HashMap<>();
        private final Map<Origin, LastChunks> chunks = new HashMap<>();

        private Gathered() {}

        private void latest(Origin origin, String content, Instant time, Sample sample) {
            latest.merge(new Key(origin, sample.getClass(), content), new Latest(time, sample), Latest::or);
        }
    }

    @Override
    public Interest interest() {
        return INTEREST;
    }

    @Override
    public Gathered empty() {
        return new Gathered();
    }

    @Override
    public void add(Gathered into, Origin origin, Sample sample) {
        switch (sample) {
            case ObjectCount count -> into.latest(origin, count.className(), count.time(), count);
            case RecordedStacks stacks -> into.latest(origin, "", stacks.time(), stacks);
            case RecordedJvm jvm -> into.latest(origin, withoutTime(jvm), jvm.time(), jvm);
            case ContainerConfiguration of ->
                into.latest(origin, of.limitBytes() + " " + of.effectiveCpus(), of.time(), of);
            case ThreadStart start ->
                into.starts.merge(new Starter(origin, start.stack()), withoutCarrier(start), KeptFigures::both);
            case ChunkAllocation chunk ->
                into.chunks.computeIfAbsent(origin, any -> new LastChunks()).add(chunk);
            case CodeCacheFull full -> into.latest(origin, full.heap(), full.time(), full);
            case CpuInformation of -> into.latest(origin, Long.toString(of.hardwareThreads()), of.time(), of);
            // Of these there is no time, and each that differs is kept.
            case CollectorConfiguration of -> into.latest(origin, of.name(), Instant.EPOCH, of);
            case HeapConfiguration of -> into.latest(origin, Long.toString(of.maxBytes()), Instant.EPOCH, of);
            default -> {
                if (sample instanceof HeapSummary || sample instanceof GarbageCollection) {
                    into.collections
                            .computeIfAbsent(origin, any -> new CollectionRuns())
                            .add(sample);
                }
                Figure figure = FIGURES.get(sample.getClass());
                if (figure != null) {
                    String name = sample instanceof NativeMemory memory ? memory.category() : "";
                    into.figures
                            .computeIfAbsent(
                                    new Key(origin, sample.getClass(), name), key -> new FigureOverTime(figure.values))
                            .add(figure.time.apply(sample), sample);
                }
            }
        }
    }

    /** Carriers are counted one by one by those who ask for them. */
    private static ThreadStart withoutCarrier(ThreadStart start) {
        return new ThreadStart(start.atNanos(), CarrierNames.NONE, start.count(), start.stack());
    }

    private static ThreadStart both(ThreadStart one, ThreadStart other) {
        return new ThreadStart(
                Math.min(one.atNanos(), other.atNanos()), CarrierNames.NONE, one.count() + other.count(), one.stack());
    }

    private static String withoutTime(RecordedJvm jvm) {
        return jvm.pid() + " " + jvm.startedMillis() + " " + jvm.version() + " " + jvm.carriers() + " "
                + jvm.tracesPins();
    }

    @Override
    public Gathered merge(Gathered left, Gathered right) {
        right.figures.forEach((key, figure) -> left.figures.merge(key, figure, FigureOverTime::merge));
        right.collections.forEach((origin, runs) -> left.collections.merge(origin, runs, CollectionRuns::merge));
        right.starts.forEach((starter, start) -> left.starts.merge(starter, start, KeptFigures::both));
        right.chunks.forEach((origin, chunks) ->
                left.chunks.computeIfAbsent(origin, any -> new LastChunks()).merge(chunks));
        right.latest.forEach((key, latest) -> left.latest.merge(key, latest, Latest::or));
        return left;
    }

    @Override
    public void samples(Gathered all, Taker to) {
        Map<Origin, Instant> counted = new HashMap<>();
        all.latest.forEach((key, one) -> {
            if (key.kind == ObjectCount.class) {
                counted.merge(key.origin, one.time(), (left, right) -> left.isAfter(right) ? left : right);
            }
        });
        all.latest.forEach((key, one) -> {
            // Of the counts of live objects, the last is of use.
            if (key.kind != ObjectCount.class || one.time().equals(counted.get(key.origin))) {
                to.accept(key.origin, one.sample());
            }
        });
        all.starts.forEach((starter, start) -> to.accept(starter.origin, start));
        all.chunks.forEach((origin, chunks) -> chunks.all().forEach(chunk -> to.accept(origin, chunk)));
        Map<Origin, Set<Long>> shown = new HashMap<>();
        all.figures.forEach((key, figure) -> figure.samples().forEach(sample -> {
            if (sample instanceof HeapSummary summary) {
                shown.computeIfAbsent(key.origin, any -> new HashSet<>()).add(summary.gcId());
            }
            to.accept(key.origin, sample);
        }));
        all.collections.forEach((origin, runs) ->
                runs.samples(shown.getOrDefault(origin, Set.of())).forEach(sample -> to.accept(origin, sample)));
    }
}
