package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.ResidentMemory;
import dev.loomweight.sample.ContainerConfiguration;
import dev.loomweight.sample.ContainerUsage;
import dev.loomweight.sample.DirectBuffers;
import dev.loomweight.sample.HeapSummary;
import dev.loomweight.sample.HeapUsage;
import dev.loomweight.sample.MetaspaceSummary;
import dev.loomweight.sample.NativeMemory;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The figures of memory in the recordings of a process: the latest value of each, and some peaks. */
public final class RecordedFigures {

    private final Map<String, Latest<NativeMemory>> nmt = new TreeMap<>();
    private final Latest<ResidentSetSize> resident = new Latest<>();
    private final Latest<HeapSummary> heapSummary = new Latest<>();
    private final Latest<HeapUsage> heapUsage = new Latest<>();
    private final Latest<MetaspaceSummary> metaspace = new Latest<>();
    private final Latest<DirectBuffers> direct = new Latest<>();
    private final Latest<ContainerUsage> container = new Latest<>();
    private final Latest<ContainerConfiguration> configuration = new Latest<>();
    private long heapPeak;
    private long directPeak;
    private long residentPeak;

    void add(Sample sample) {
        switch (sample) {
            case NativeMemory one ->
                nmt.computeIfAbsent(one.category(), key -> new Latest<>()).add(one.time(), one);
            case ResidentSetSize one -> {
                resident.add(one.time(), one);
                residentPeak = Math.max(residentPeak, Math.max(one.residentBytes(), one.peakBytes()));
            }
            case HeapSummary one -> {
                heapSummary.add(one.time(), one);
                heapPeak = Math.max(heapPeak, one.usedBytes());
            }
            case HeapUsage one -> {
                heapUsage.add(one.time(), one);
                heapPeak = Math.max(heapPeak, one.usedBytes());
            }
            case MetaspaceSummary one -> metaspace.add(one.time(), one);
            case DirectBuffers one -> {
                direct.add(one.time(), one);
                directPeak = Math.max(directPeak, one.usedBytes());
            }
            case ContainerUsage one -> container.add(one.time(), one);
            case ContainerConfiguration one -> configuration.add(one.time(), one);
            default -> {}
        }
    }

    void merge(RecordedFigures other) {
        other.nmt.forEach(
                (name, one) -> nmt.computeIfAbsent(name, key -> new Latest<>()).merge(one));
        resident.merge(other.resident);
        heapSummary.merge(other.heapSummary);
        heapUsage.merge(other.heapUsage);
        metaspace.merge(other.metaspace);
        direct.merge(other.direct);
        container.merge(other.container);
        configuration.merge(other.configuration);
        heapPeak = Math.max(heapPeak, other.heapPeak);
        directPeak = Math.max(directPeak, other.directPeak);
        residentPeak = Math.max(residentPeak, other.residentPeak);
    }

    /** Whether it has figures to reconcile. */
    boolean isOfMemory() {
        return !nmt.isEmpty() || resident.get() != null || heapUsage.get() != null || heapSummary.get() != null;
    }

    /** The categories of NMT, by name. */
    Map<String, NativeMemory> nmt() {
        Map<String, NativeMemory> categories = new TreeMap<>();
        nmt.forEach((name, latest) -> {
            NativeMemory memory = latest.get();
            if (memory != null) {
                categories.put(name, memory);
            }
        });
        return categories;
    }

    /** Resident memory at the end, or null. */
    @Nullable
    ResidentMemory resident() {
        ResidentSetSize last = resident.get();
        return last == null ? null : ResidentMemory.in(last, null);
    }

    @Nullable
    HeapSummary heapSummary() {
        return heapSummary.get();
    }

    @Nullable
    HeapUsage heapUsage() {
        return heapUsage.get();
    }

    @Nullable
    MetaspaceSummary metaspace() {
        return metaspace.get();
    }

    /** The direct buffers at the end, or null. */
    public @Nullable DirectBuffers direct() {
        return direct.get();
    }

    @Nullable
    ContainerUsage container() {
        return container.get();
    }

    @Nullable
    ContainerConfiguration configuration() {
        return configuration.get();
    }

    /** The highest use of the heap, dead objects included, in bytes, or 0. */
    public long heapPeakBytes() {
        return heapPeak;
    }

    /** The highest use of direct buffers, in bytes, or 0. */
    public long directPeakBytes() {
        return directPeak;
    }

    /** The highest resident memory, in bytes, or 0. */
    public long residentPeakBytes() {
        return residentPeak;
    }

    /**
     * The latest of the values of a figure, in whatever order they arrive.
     *
     * @param <T> the sample
     */
    private static final class Latest<T> {

        private @Nullable Instant time;
        private @Nullable T value;

        /** Keeps the later; of two at the same time, the choice does not depend on their order. */
        void add(Instant when, T sample) {
            int order = time == null ? 1 : when.compareTo(time);
            if (order > 0 || (order == 0 && String.valueOf(sample).compareTo(String.valueOf(value)) > 0)) {
                time = when;
                value = sample;
            }
        }

        void merge(Latest<T> other) {
            if (other.time != null && other.value != null) {
                add(other.time, other.value);
            }
        }

        @Nullable
        T get() {
            return value;
        }
    }
}
