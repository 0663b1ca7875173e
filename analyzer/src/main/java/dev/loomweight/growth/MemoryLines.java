package dev.loomweight.growth;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.footprint.Footprint;
import dev.loomweight.footprint.Footprints;
import dev.loomweight.footprint.ResidentMemory;
import dev.loomweight.memory.TimeSlots;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import dev.loomweight.sample.ContainerUsage;
import dev.loomweight.sample.DirectBuffers;
import dev.loomweight.sample.HeapSummary;
import dev.loomweight.sample.HeapUsage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MetaspaceSummary;
import dev.loomweight.sample.NativeMemory;
import dev.loomweight.sample.NativeMemoryTotal;
import dev.loomweight.sample.NmtCategory;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadStatistics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * The accumulator of {@link MemoryOverTime}: one line of values per process and figure.
 *
 * <p>Memory is bounded however long the recording is: a line with more than {@value TimeSlots#MOST} seconds keeps the
 * highest value of every two seconds, then of every four, and so on. Time is divided from the epoch on for all lines, so
 * that two merged lines are the same as one.
 */
public final class MemoryLines implements State<MemoryLines> {

    /** The sum of all NMT categories. */
    static final String TOTAL = "NMT total";

    /** Resident memory. */
    static final String RESIDENT = "resident memory";

    /** The used part of the heap. */
    static final String HEAP_USED = "heap in use";

    static final String HEAP_COMMITTED = "heap committed";

    /** The used part of metaspace. */
    static final String METASPACE = "metaspace in use";

    /** Direct byte buffers. */
    static final String DIRECT = "direct buffers";

    static final String CONTAINER = "charged to the container";

    /** The stacks in NMT's text at the snapshots, which are exact; those of a recording are stale. */
    static final String STACKS = "thread stacks (NMT text)";

    /** The number of platform threads. */
    static final String THREADS = "platform threads";

    private static final Set<String> OTHERS =
            Set.of(TOTAL, RESIDENT, HEAP_USED, HEAP_COMMITTED, METASPACE, DIRECT, CONTAINER, STACKS, THREADS);

    /** The fold of all that has memory over time. */
    static final Fold<MemoryLines> FOLD = Fold.of(
            Interest.in(
                            NativeMemory.class,
                            NativeMemoryTotal.class,
                            HeapUsage.class,
                            HeapSummary.class,
                            MetaspaceSummary.class,
                            DirectBuffers.class,
                            ContainerUsage.class,
                            ThreadStatistics.class,
                            NmtReport.class)
                    .and(Footprint.OF_RESIDENT),
            MemoryLines::new);

    private final Map<String, Map<String, Line>> subjects = new TreeMap<>();

    // The most trusted text of a snapshot is known when all have been read.
    private final Footprints snapshots = new Footprints();

    /** Whether a figure is a category of NMT. */
    static boolean isCategory(String figure) {
        return !OTHERS.contains(figure);
    }

    @Override
    public void add(Origin origin, Sample sample) {
        switch (sample) {
            case NativeMemory memory ->
                add(origin.subject(), memory.category(), memory.time(), memory.committedBytes());
            case NativeMemoryTotal total -> add(origin.subject(), TOTAL, total.time(), total.committedBytes());
            case HeapUsage heap -> {
                add(origin.subject(), HEAP_USED, heap.time(), heap.usedBytes());
                add(origin.subject(), HEAP_COMMITTED, heap.time(), heap.committedBytes());
            }
            case HeapSummary heap -> {
                add(origin.subject(), HEAP_USED, heap.time(), heap.usedBytes());
                add(origin.subject(), HEAP_COMMITTED, heap.time(), heap.committedBytes());
            }
            case MetaspaceSummary metaspace ->
                add(origin.subject(), METASPACE, metaspace.time(), metaspace.usedBytes());
            case DirectBuffers buffers -> add(origin.subject(), DIRECT, buffers.time(), buffers.usedBytes());
            case ContainerUsage container -> add(origin.subject(), CONTAINER, container.time(), container.usageBytes());
            case ThreadStatistics threads -> add(origin.subject(), THREADS, threads.time(), threads.active());
            default -> snapshot(origin, sample);
        }
    }

    /** Adds the texts of snapshots to the same lines. */
    private void snapshot(Origin origin, Sample sample) {
        Origin.SnapshotId moment = origin.moment();
        Instant time = moment == null ? null : moment.time();
        if (!(sample instanceof NmtReport report)) {
            addResident(origin, sample);
        } else if (time != null) {
            for (NmtCategory category : report.categories()) {
                NmtUsage stack = category.stack();
                long stacks = stack == null ? 0 : stack.committed().bytes();
                if (stack != null) {
                    add(origin.subject(), STACKS, time, stacks);
                }
                // A recording has the stacks as a category of their own; NMT's text includes them.
                add(
                        origin.subject(),
                        category.name(),
                        time,
                        category.usage().committed().bytes() - stacks);
            }
        }
    }

    void add(String subject, String name, Instant time, long value) {
        line(subject, name).add(time, value);
    }

    /** Adds what a text of a snapshot, or an event, has of resident memory; ignores it if its time is not known. */
    private void addResident(Origin origin, Sample sample) {
        if (snapshots.add(origin, sample)) {
            return;
        }
        ResidentMemory resident = ResidentMemory.in(sample, null);
        if (resident != null && resident.time() != null) {
            add(origin.subject(), RESIDENT, resident.time(), resident.bytes());
        }
    }

    @Override
    public void merge(MemoryLines other) {
        other.subjects.forEach((subject, lines) ->
                lines.forEach((name, line) -> line(subject, name).merge(line)));
        snapshots.merge(other.snapshots);
    }

    /** The lines by process and name. */
    Map<String, Map<String, Line>> bySubject() {
        MemoryLines all = new MemoryLines();
        subjects.forEach((subject, lines) -> lines.forEach((name, line) -> {
            // Events have the kernel's RSS: where that counts memory several times, they are of another figure.
            if (!name.equals(RESIDENT) || !snapshots.isCountedAgain(subject)) {
                all.line(subject, name).merge(line);
            }
        }));
        snapshots
                .subjects()
                .forEach(subject -> snapshots.resident(subject).forEach(resident -> {
                    if (resident.time() != null) {
                        all.add(subject, RESIDENT, resident.time(), resident.bytes());
                    }
                }));
        return all.subjects;
    }

    /** The values of each figure of a process over time, by figure; of several in one time slot, the highest. */
    Map<String, NavigableMap<Instant, Long>> values(String subject) {
        Map<String, NavigableMap<Instant, Long>> values = new TreeMap<>();
        bySubject().getOrDefault(subject, Map.of()).forEach((name, line) -> values.put(name, line.values()));
        return values;
    }

    private Line line(String subject, String name) {
        return subjects.computeIfAbsent(subject, key -> new TreeMap<>()).computeIfAbsent(name, key -> new Line());
    }

    /** Values over time: the highest of each time slot, and the first and the last of all. */
    static final class Line {

        private long slotSeconds = 1;
        private final NavigableMap<Long, Long> highest = new TreeMap<>();
        private final NavigableMap<Instant, Long> ends = new TreeMap<>();

        void add(Instant time, long value) {
            highest.merge(Math.floorDiv(time.getEpochSecond(), slotSeconds), value, Math::max);
            ends.merge(time, value, Math::max);
            keepEnds();
            coarsen();
        }

        void merge(Line other) {
            while (slotSeconds < other.slotSeconds) {
                doubleSlots();
            }
            long ratio = slotSeconds / other.slotSeconds;
            other.highest.forEach((slot, value) -> highest.merge(Math.floorDiv(slot, ratio), value, Math::max));
            other.ends.forEach((time, value) -> ends.merge(time, value, Math::max));
            keepEnds();
            coarsen();
        }

        /** Whether there is anything to compare: a single value neither changed nor stayed. */
        boolean isOfSeveralMoments() {
            return ends.size() > 1;
        }

        long first() {
            return ends.firstEntry().getValue();
        }

        long last() {
            return ends.lastEntry().getValue();
        }

        /** The highest value of all. */
        long peak() {
            return highest.values().stream().mapToLong(Long::longValue).max().orElse(0);
        }

        NavigableMap<Instant, Long> values() {
            NavigableMap<Instant, Long> values = new TreeMap<>();
            highest.forEach((slot, value) -> values.put(Instant.ofEpochSecond(slot * slotSeconds), value));
            return values;
        }

        List<Series.Point> points() {
            return points(Cell::bytes);
        }

        /** The points, with cells of another kind. */
        List<Series.Point> points(LongFunction<Cell> cell) {
            List<Series.Point> points = new ArrayList<>();
            highest.forEach((slot, value) ->
                    points.add(new Series.Point(Instant.ofEpochSecond(slot * slotSeconds), cell.apply(value))));
            return points;
        }

        private void keepEnds() {
            while (ends.size() > 2) {
                ends.remove(ends.higherKey(ends.firstKey()));
            }
        }

        private void coarsen() {
            while (highest.size() > TimeSlots.MOST) {
                doubleSlots();
            }
        }

        private void doubleSlots() {
            slotSeconds *= 2;
            NavigableMap<Long, Long> coarser = new TreeMap<>();
            highest.forEach((slot, value) -> coarser.merge(Math.floorDiv(slot, 2L), value, Math::max));
            highest.clear();
            highest.putAll(coarser);
        }
    }
}
