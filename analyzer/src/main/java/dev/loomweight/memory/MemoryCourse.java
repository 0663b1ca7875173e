package dev.loomweight.memory;

import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.NativeMemory;
import dev.loomweight.sample.NmtCategory;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.SmapsRollup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Memory of processes over time: by snapshot, and by the samples of recordings, which are taken where there are no
 * snapshots.
 */
public final class MemoryCourse {

    /** What tells resident memory. */
    public static final Interest OF_RESIDENT = Interest.in(ProcStatus.class, SmapsRollup.class, ResidentSetSize.class);

    /** What tells the categories of NMT. */
    public static final Interest OF_NMT = Interest.in(NmtReport.class, NativeMemory.class);

    /** The key of resident memory; no category of NMT is called so. */
    public static final String RESIDENT = "(resident)";

    /** The key of thread stacks, which are a part of a category. */
    public static final String STACKS = "(stacks)";

    private static final String COARSE = "(resident, coarse)";
    private static final String TOTAL = "(total)";

    // By process, figure, then the place in time: a snapshot's index, or nanoseconds of a recording.
    private final Map<String, Map<String, TreeMap<Long, Long>>> snapshots = new TreeMap<>();
    private final Map<String, Map<String, Extent>> recorded = new TreeMap<>();

    public MemoryCourse() {}

    /**
     * What one figure was, in bytes.
     *
     * @param first at first
     * @param last at last
     * @param most at most
     * @param moments how often it was seen
     * @param by what told it
     */
    public record Course(long first, long last, long most, int moments, String by) {}

    /** The first, last and largest value of many. */
    private record Extent(long firstNanos, long first, long lastNanos, long last, long most, int count) {

        Extent and(Extent other) {
            boolean earlier = firstNanos < other.firstNanos || (firstNanos == other.firstNanos && first <= other.first);
            boolean later = lastNanos > other.lastNanos || (lastNanos == other.lastNanos && last >= other.last);
            return new Extent(
                    earlier ? firstNanos : other.firstNanos,
                    earlier ? first : other.first,
                    later ? lastNanos : other.lastNanos,
                    later ? last : other.last,
                    Math.max(most, other.most),
                    count + other.count);
        }
    }

    public void add(Origin origin, Sample sample) {
        switch (sample) {
            case NmtReport report -> {
                if (!report.diff()) {
                    snapshot(origin, TOTAL, report.total().committed().bytes());
                    report.categories().forEach(category -> addCategory(origin, category));
                }
            }
            case ProcStatus status -> snapshot(origin, COARSE, status.residentBytes());
            case SmapsRollup rollup -> snapshot(origin, RESIDENT, rollup.residentBytes());
            case ResidentSetSize resident -> record(origin, RESIDENT, EpochNanos.of(resident.time()), resident.residentBytes());
            case NativeMemory memory ->
                record(origin, memory.category(), EpochNanos.of(memory.time()), memory.committedBytes());
            default -> {}
        }
    }

    private void addCategory(Origin origin, NmtCategory category) {
        snapshot(origin, category.name(), category.usage().committed().bytes());
        NmtUsage stack = category.stack();
        if (stack != null) {
            snapshot(origin, STACKS, stack.committed().bytes());
        }
    }

    private void snapshot(Origin origin, String figure, @Nullable Long bytes) {
        if (bytes != null) {
            Origin.Moment moment = origin.moment();
            snapshots
                    .computeIfAbsent(origin.subject(), key -> new TreeMap<>())
                    .computeIfAbsent(figure, key -> new TreeMap<>())
                    .merge(moment == null ? -1L : moment.index(), bytes, Math::max);
        }
    }

    private void record(Origin origin, String figure, long nanos, long bytes) {
        recorded.computeIfAbsent(origin.subject(), key -> new TreeMap<>())
                .merge(figure, new Extent(nanos, bytes, nanos, bytes, bytes, 1), Extent::and);
    }

    public MemoryCourse merge(MemoryCourse other) {
        other.snapshots.forEach((subject, figures) ->
                figures.forEach((figure, values) -> values.forEach((index, bytes) -> snapshots
                        .computeIfAbsent(subject, key -> new TreeMap<>())
                        .computeIfAbsent(figure, key -> new TreeMap<>())
                        .merge(index, bytes, Math::max))));
        other.recorded.forEach((subject, figures) -> figures.forEach((figure, extent) ->
                recorded.computeIfAbsent(subject, key -> new TreeMap<>()).merge(figure, extent, Extent::and)));
        return this;
    }

    /** The processes that anything is known of. */
    public List<String> subjects() {
        TreeSet<String> subjects = new TreeSet<>(snapshots.keySet());
        subjects.addAll(recorded.keySet());
        return new ArrayList<>(subjects);
    }

    /** The categories of NMT that were seen, in the order of their names. */
    public List<String> categories() {
        TreeSet<String> names = new TreeSet<>();
        snapshots.values().forEach(figures -> names.addAll(figures.keySet()));
        recorded.values().forEach(figures -> names.addAll(figures.keySet()));
        names.removeIf(name -> name.startsWith("("));
        return new ArrayList<>(names);
    }

    /** What a figure was; null where nothing tells. Stacks are in recordings too, but stale. */
    @Nullable
    public Course of(String subject, String figure) {
        Map<String, TreeMap<Long, Long>> figures = snapshots.getOrDefault(subject, Map.of());
        TreeMap<Long, Long> values = figures.get(figure);
        String by = figure.equals(RESIDENT) ? "smaps_rollup" : "NMT";
        if (figure.equals(RESIDENT)) {
            TreeMap<Long, Long> coarse = figures.get(COARSE);
            if (values == null || (coarse != null && coarse.size() > values.size())) {
                values = coarse;
                by = "status";
            }
        }
        if (values != null) {
            return course(values, by.equals("NMT") ? figures.getOrDefault(TOTAL, values) : values, by);
        }
        Extent extent = recorded.getOrDefault(subject, Map.of()).get(figure);
        return extent == null ? null : new Course(extent.first, extent.last, extent.most, extent.count, "JFR");
    }

    /** NMT leaves out what is zero: a category that comes later was nothing at first. */
    private static Course course(NavigableMap<Long, Long> values, NavigableMap<Long, Long> all, String by) {
        long most = values.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return new Course(
                values.getOrDefault(all.firstKey(), 0L), values.getOrDefault(all.lastKey(), 0L), most, all.size(), by);
    }
}
