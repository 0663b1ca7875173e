package dev.loomweight.memory.reconcile;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.memory.footprint.ResidentPeak;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.MemoryEvents.ChunkAllocation;
import dev.loomweight.sample.MemoryEvents.CodeCacheFull;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import dev.loomweight.sample.ThreadEvents.ThreadStatistics;
import java.time.Instant;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of memory in the recordings of a process: the latest value of each, and some peaks. */
public final class RecordedFigures {

    static final Interest INTEREST = Interest.in(
            NativeMemory.class,
            ResidentSetSize.class,
            HeapSummary.class,
            HeapUsage.class,
            DirectBuffers.class,
            MetaspaceSummary.class,
            ThreadStatistics.class,
            ContainerUsage.class,
            ContainerConfiguration.class,
            ThreadStart.class,
            ChunkAllocation.class,
            CodeCacheFull.class,
            GarbageCollection.class);

    /** The cause of a collection that the application or the JDK asked for (HotSpot's GCCause). */
    private static final String SYSTEM_GC = "System.gc()";

    /** A process that collects ten times a second for eight weeks has as many. */
    private static final int MAX_COLLECTIONS = 50_000_000;

    private final Map<String, Latest> nmt = new TreeMap<>();
    private final Map<Class<? extends Sample>, Latest> latest = new HashMap<>();
    private final GcHistory gcs = new GcHistory();
    private final ThreadStarts starts = new ThreadStarts();
    private final LastChunks chunks = new LastChunks();
    private final Map<Peak, Long> peaks = new EnumMap<>(Peak.class);
    private final ResidentPeak residentPeak = new ResidentPeak();
    // By their numbers, so that one that is there twice counts once.
    private final BitSet systemCollections = new BitSet();

    /** A figure of which the highest value counts. */
    public enum Peak {
        /** The use of the heap, dead objects included, in bytes. */
        HEAP_USED,
        /** The same before or after a collection. */
        HEAP_AT_COLLECTIONS,
        /** What was committed of the heap, in bytes. */
        HEAP_COMMITTED,
        /** The use of direct buffers, in bytes. */
        DIRECT,
        /** What was committed of metaspace, in bytes. */
        CLASSES,
        /** What NMT had committed of the code cache, in bytes. */
        CODE,
        /** The Java platform threads that there were at once. */
        THREADS
    }

    void add(Sample sample) {
        switch (sample) {
            case NativeMemory one -> {
                nmt.merge(one.category(), new Latest(one.time(), one), Latest::or);
                if (Part.ofMost(one.category()) == Part.CODE) {
                    peak(Peak.CODE, one.committedBytes());
                }
            }
            case ResidentSetSize one -> {
                add(one.time(), one);
                residentPeak.add(one);
            }
            case HeapSummary one -> {
                add(one.time(), one);
                peak(Peak.HEAP_AT_COLLECTIONS, one.usedBytes());
                peak(Peak.HEAP_USED, one.usedBytes());
                peak(Peak.HEAP_COMMITTED, one.committedBytes());
            }
            case HeapUsage one -> {
                add(one.time(), one);
                peak(Peak.HEAP_USED, one.usedBytes());
                peak(Peak.HEAP_COMMITTED, one.committedBytes());
            }
            case DirectBuffers one -> {
                add(one.time(), one);
                peak(Peak.DIRECT, one.usedBytes());
            }
            case MetaspaceSummary one -> {
                add(one.time(), one);
                peak(Peak.CLASSES, one.committedBytes());
            }
            case ThreadStatistics one -> peak(Peak.THREADS, Math.max(one.active(), one.peak()));
            case ContainerUsage one -> add(one.time(), one);
            case ContainerConfiguration one -> add(one.time(), one);
            case ThreadStart one -> starts.add(one);
            case ChunkAllocation one -> chunks.add(one);
            case CodeCacheFull one -> add(one.time(), one);
            case GarbageCollection one -> count(one);
            default -> {}
        }
    }

    private void count(GarbageCollection one) {
        if (one.gcId() >= 0 && one.gcId() <= MAX_COLLECTIONS && one.cause().equals(SYSTEM_GC)) {
            systemCollections.set((int) one.gcId());
        }
    }

    /** How many collections have the cause {@code System.gc()}, as far as they are recorded one by one. */
    public int systemCollections() {
        return systemCollections.cardinality();
    }

    /** Adds what a sample says of a garbage collection. */
    void addCollection(Sample sample) {
        gcs.add(sample);
    }

    private void peak(Peak figure, long value) {
        peaks.merge(figure, value, Math::max);
    }

    private void add(Instant time, Sample sample) {
        latest.merge(sample.getClass(), new Latest(time, sample), Latest::or);
    }

    void merge(RecordedFigures other) {
        other.nmt.forEach((name, one) -> nmt.merge(name, one, Latest::or));
        other.latest.forEach((kind, one) -> latest.merge(kind, one, Latest::or));
        gcs.merge(other.gcs);
        starts.merge(other.starts);
        chunks.merge(other.chunks);
        other.peaks.forEach(this::peak);
        residentPeak.merge(other.residentPeak);
        systemCollections.or(other.systemCollections);
    }

    /** Whether it has figures to reconcile. */
    public boolean isOfMemory() {
        return !nmt.isEmpty() || resident() != null || heapUsage() != null || heapSummary() != null;
    }

    /** The categories of NMT, by name. */
    public Map<String, NativeMemory> nmt() {
        Map<String, NativeMemory> categories = new TreeMap<>();
        nmt.forEach((name, one) -> categories.put(name, (NativeMemory) one.sample()));
        return categories;
    }

    /** Resident memory at the end, or null. */
    @Nullable
    ResidentMemory resident() {
        ResidentSetSize last = last(ResidentSetSize.class);
        return last == null ? null : ResidentMemory.in(last, null);
    }

    @Nullable
    HeapSummary heapSummary() {
        return last(HeapSummary.class);
    }

    @Nullable
    HeapUsage heapUsage() {
        return last(HeapUsage.class);
    }

    @Nullable
    MetaspaceSummary metaspace() {
        return last(MetaspaceSummary.class);
    }

    /** The direct buffers at the end, or null. */
    public @Nullable DirectBuffers direct() {
        return last(DirectBuffers.class);
    }

    /** The last time that a part of the code cache was full, or null. */
    public @Nullable CodeCacheFull codeCacheFull() {
        return last(CodeCacheFull.class);
    }

    /** Adds what the recordings have at the end of the charge, the limit, and resident memory. */
    void addTo(Footprint footprint) {
        Stream.of(ResidentSetSize.class, ContainerUsage.class, ContainerConfiguration.class)
                .map(this::last)
                .forEach(found -> {
                    if (found != null) {
                        footprint.add(found, null);
                    }
                });
    }

    private <T extends Sample> @Nullable T last(Class<T> kind) {
        Latest found = latest.get(kind);
        return found == null ? null : kind.cast(found.sample());
    }

    /** The garbage collections; empty unless they were asked for. */
    public GcHistory collections() {
        return gcs;
    }

    /** Who started the platform threads; not to be changed. */
    public ThreadStarts starts() {
        return starts;
    }

    /** The last stack chunk of each thread of which one was recorded; not to be changed. */
    public LastChunks chunks() {
        return chunks;
    }

    /**
     * What was in use of the heap after the last collection, dead objects included, in bytes; 0 where that is not known.
     *
     * @param moments the snapshots of the process
     */
    public long heapUsedAfterLastCollection(List<MemoryMoment> moments) {
        HeapSummary last = heapSummary();
        HeapUsage usage = heapUsage();
        long used = usage != null && (last == null || !usage.time().isBefore(last.time())) ? usage.usedBytes() : 0;
        for (MemoryMoment moment : moments) {
            HeapInfo heap = moment.snapshot().heap();
            Instant time = moment.time();
            if (heap != null && (last == null || (time != null && !time.isBefore(last.time())))) {
                used = Math.max(used, heap.usedBytes());
            }
        }
        return used;
    }

    /** The highest value of a figure. */
    public Quantity peak(Peak figure) {
        return Quantity.ofNullable(peaks.get(figure), "");
    }

    /** Whether resident memory was recorded, and with it the peaks between the snapshots. */
    public boolean isResidentRecorded() {
        return residentPeak.isHeld();
    }

    /** The highest resident memory that JFR holds; not to be changed. */
    ResidentPeak residentPeak() {
        return residentPeak;
    }

    /** A sample and its time. */
    record Latest(Instant time, Sample sample) {

        /** The later of two; of two at the same time, the choice does not depend on their order. */
        Latest or(Latest other) {
            int order = time.compareTo(other.time);
            return order > 0 || (order == 0 && sample.toString().compareTo(other.sample.toString()) >= 0)
                    ? this
                    : other;
        }
    }
}
