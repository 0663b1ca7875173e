package dev.loomweight.memory;

import dev.loomweight.fold.State;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.Footprints;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.memory.footprint.ResidentPeak;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The first, last and highest value of each memory figure of each process. The values are those of the snapshots, or of
 * the recording for a figure that no snapshot has. An accumulator: filled and merged in any order.
 */
public final class MemoryFigures implements State<MemoryFigures> {

    /** The samples that {@link #highestResident} and the growth of resident memory need. */
    public static final Interest OF_RESIDENT = Footprint.OF_RESIDENT;

    /** The samples that the growth of stacks and categories needs. */
    public static final Interest OF_NMT = Interest.in(NmtReport.class, NativeMemory.class);

    // A key that no category of NMT has.
    static final String RESIDENT = "(resident)";
    private static final String STACKS = Account.STACKS.category();
    private static final String TOTAL = Account.NMT_TOTAL.category();

    private final Footprints resident = new Footprints();
    // By process and figure. The key of a value is the index of its snapshot, or -1 for a text alone.
    private final Map<String, Map<String, TreeMap<Long, Long>>> nmt = new TreeMap<>();
    private final Map<String, Map<String, Extent>> recorded = new TreeMap<>();
    private final Map<String, Map<String, TimeSlots<Long>>> overTime = new TreeMap<>();
    private final Map<String, ResidentPeak> peaks = new TreeMap<>();
    private final Map<String, TreeMap<Long, Instant>> snapshots = new TreeMap<>();
    private final Map<String, Long> pids = new TreeMap<>();

    /** Nothing known yet. */
    public MemoryFigures() {}

    /**
     * Figures of which only the last values are known, as the start of growth.
     *
     * @param last by figure, in bytes, as {@link #last} gives them
     * @param after when they were, as {@link #lastNanos} has it
     */
    public static MemoryFigures ofLast(Map<String, Long> last, Map<String, Long> after) {
        MemoryFigures figures = new MemoryFigures();
        last.forEach((figure, bytes) -> figures.recorded
                .computeIfAbsent("baseline", key -> new TreeMap<>())
                .put(figure, new Extent(0, bytes, after.getOrDefault(figure, 0L), bytes, bytes, 1, "baseline")));
        return figures;
    }

    /**
     * How long after the first value of its recording the last of each figure was, in nanoseconds; without those of
     * snapshots.
     */
    public Map<String, Long> lastNanos() {
        Map<String, Long> after = new TreeMap<>();
        for (String subject : subjects()) {
            recorded.getOrDefault(subject, Map.of()).forEach((figure, extent) -> {
                if (extent(subject, figure) != null) {
                    after.putIfAbsent(figure, extent.nanos());
                }
            });
        }
        return after;
    }

    /** The last value of each figure, of the first process that has it, in bytes: where growth since a baseline starts. */
    public Map<String, Long> last() {
        Map<String, Long> last = new TreeMap<>();
        for (String subject : subjects()) {
            TreeSet<String> names = new TreeSet<>(List.of(RESIDENT));
            names.addAll(nmt.getOrDefault(subject, Map.of()).keySet());
            names.addAll(recorded.getOrDefault(subject, Map.of()).keySet());
            for (String figure : names) {
                Course course = course(subject, figure);
                if (course != null) {
                    last.putIfAbsent(figure, course.last().bytes());
                }
            }
        }
        return last;
    }

    /** A value and the name of its source. */
    record Value(long bytes, String source) {}

    /**
     * The course of one figure of one process.
     *
     * @param count how many values there are
     */
    record Course(Value first, Value last, Value highest, int count) {}

    /** The first, last and largest of the values that a recording has. */
    private record Extent(long firstNanos, long first, long lastNanos, long last, long most, int count, String source) {

        Extent and(Extent other) {
            boolean earlier = firstNanos < other.firstNanos || (firstNanos == other.firstNanos && first <= other.first);
            boolean later = lastNanos > other.lastNanos || (lastNanos == other.lastNanos && last >= other.last);
            return new Extent(
                    earlier ? firstNanos : other.firstNanos,
                    earlier ? first : other.first,
                    later ? lastNanos : other.lastNanos,
                    later ? last : other.last,
                    Math.max(most, other.most),
                    count + other.count,
                    source);
        }

        /** The time from the first value to the last. */
        long nanos() {
            return lastNanos - firstNanos;
        }

        Course course() {
            return new Course(new Value(first, source), new Value(last, source), new Value(most, source), count);
        }
    }

    /** Adds a sample; ignores what has no figure of memory. */
    @Override
    public void add(Origin origin, Sample sample) {
        Origin.SnapshotId moment = origin.moment();
        long index = moment == null ? -1 : moment.index();
        if (moment != null && moment.time() != null) {
            snapshots.computeIfAbsent(origin.subject(), key -> new TreeMap<>()).put(index, moment.time());
        }
        if (sample instanceof ProcStatus status) {
            pids.merge(origin.subject(), status.pid(), Math::max);
        }
        switch (sample) {
            case NmtReport report -> {
                pids.merge(origin.subject(), report.pid(), Math::max);
                if (!report.diff()) {
                    Ledger.of(report, null)
                            .bytes()
                            .forEach((account, bytes) -> nmt.computeIfAbsent(origin.subject(), key -> new TreeMap<>())
                                    .computeIfAbsent(account.category(), key -> new TreeMap<>())
                                    .merge(index, bytes, Math::max));
                }
            }
            case NativeMemory memory ->
                record(origin, memory.category(), memory.time(), memory.committedBytes(), NativeMemory.EVENT);
            default -> {
                peak(origin.subject()).add(sample);
                ResidentMemory found = ResidentMemory.in(sample, moment == null ? null : moment.time());
                if (found != null && found.source() == ResidentMemory.Source.JFR && found.time() != null) {
                    record(
                            origin,
                            RESIDENT,
                            found.time(),
                            found.bytes(),
                            found.source().label());
                } else {
                    resident.add(origin, sample);
                }
            }
        }
    }

    private ResidentPeak peak(String subject) {
        return peaks.computeIfAbsent(subject, key -> new ResidentPeak());
    }

    private void record(Origin origin, String figure, Instant time, long bytes, String source) {
        long nanos = EpochNanos.of(time);
        recorded.computeIfAbsent(origin.subject(), key -> new TreeMap<>())
                .merge(figure, new Extent(nanos, bytes, nanos, bytes, bytes, 1, source), Extent::and);
        overTime(origin.subject(), figure).add(time.getEpochSecond(), bytes);
    }

    private TimeSlots<Long> overTime(String subject, String figure) {
        return overTime.computeIfAbsent(subject, key -> new TreeMap<>())
                .computeIfAbsent(figure, key -> new TimeSlots<>(Math::max));
    }

    @Override
    public void merge(MemoryFigures other) {
        resident.merge(other.resident);
        other.peaks.forEach((subject, peak) -> peak(subject).merge(peak));
        other.pids.forEach((subject, pid) -> pids.merge(subject, pid, Math::max));
        other.snapshots.forEach((subject, times) ->
                snapshots.computeIfAbsent(subject, key -> new TreeMap<>()).putAll(times));
        other.nmt.forEach((subject, figures) -> figures.forEach((figure, values) ->
                values.forEach((index, bytes) -> nmt.computeIfAbsent(subject, key -> new TreeMap<>())
                        .computeIfAbsent(figure, key -> new TreeMap<>())
                        .merge(index, bytes, Math::max))));
        other.recorded.forEach((subject, figures) -> figures.forEach((figure, extent) ->
                recorded.computeIfAbsent(subject, key -> new TreeMap<>()).merge(figure, extent, Extent::and)));
        other.overTime.forEach((subject, figures) ->
                figures.forEach((figure, values) -> overTime(subject, figure).merge(values)));
    }

    /**
     * The resident memory of the process that had the most, at its highest: that of its snapshots, of the samples of its
     * recordings, and of the peaks that the kernel and JFR hold, whichever is the highest.
     */
    public Measured highestResident() {
        Measured most =
                Measured.unknown("no input has resident memory; take smaps_rollup or status in /proc, VM.info, or a"
                        + " recording with " + ResidentMemory.Source.JFR.label());
        for (String subject : subjects()) {
            Course course = course(subject, RESIDENT);
            if (course == null) {
                continue;
            }
            Value highest = course.highest();
            ResidentMemory peak =
                    peaks.getOrDefault(subject, new ResidentPeak()).once(resident.resident(subject));
            Value found = peak != null && peak.bytes() > highest.bytes
                    ? new Value(peak.bytes(), peak.source().label() + ", peak")
                    : highest;
            if (!most.missing().isEmpty() || found.bytes > most.amount()) {
                most = new Measured(found.bytes, found.source + " of " + subject, "");
            }
        }
        return most;
    }

    /** The growth of resident memory, of the process in which it grew most; see {@link #growth}. */
    public Measured residentGrowth(@Nullable MemoryFigures baseline) {
        return growth(RESIDENT, "resident memory", baseline);
    }

    /** The growth of committed thread stacks, of the process in which they grew most; see {@link #growth}. */
    public Measured stackGrowth(@Nullable MemoryFigures baseline) {
        return growth(STACKS, "thread stacks", baseline);
    }

    /** The growth of what an NMT category has committed, of the process in which it grew most; see {@link #growth}. */
    public Measured categoryGrowth(String category, @Nullable MemoryFigures baseline) {
        TreeSet<String> known = new TreeSet<>();
        nmt.values().forEach(figures -> known.addAll(figures.keySet()));
        recorded.values().forEach(figures -> known.addAll(figures.keySet()));
        known.removeIf(name -> name.startsWith("("));
        if (known.isEmpty()) {
            return Measured.unknown("no input has an NMT report; " + NmtStart.START_SUMMARY);
        }
        return known.contains(category)
                ? growth(category, category, baseline)
                : Measured.unknown(
                        "NMT has no category \"" + category + "\"; the categories are " + String.join(", ", known));
    }

    /**
     * From the first value to the last of each process; with a baseline, from its last value to the last of each process.
     * One process without two values makes the growth of all unknown.
     */
    private Measured growth(String figure, String name, @Nullable MemoryFigures baseline) {
        Measured most = Measured.unknown("no input has " + name);
        for (String subject : subjects()) {
            Course course = course(subject, figure);
            if (course == null) {
                continue;
            }
            Measured grown = baseline == null ? growth(subject, course) : growth(subject, course, figure, baseline);
            if (!grown.missing().isEmpty()) {
                return grown;
            }
            most = !most.missing().isEmpty() || grown.amount() > most.amount() ? grown : most;
        }
        return most;
    }

    private static Measured growth(String subject, Course course) {
        if (course.count() < 2) {
            return Measured.unknown(subject + " has only one snapshot; growth needs two, or a baseline");
        }
        String source = course.first().source().equals(course.last().source())
                ? course.last().source()
                : course.first().source() + " and " + course.last().source();
        return new Measured(
                course.last().bytes() - course.first().bytes(), source + " of " + subject + ", first to last", "");
    }

    /** Since the run of the baseline that has most, as of several the one counts in which it grew most. */
    private Measured growth(String subject, Course course, String figure, MemoryFigures baseline) {
        Measured least = Measured.unknown("the baseline does not have it");
        for (String other : baseline.subjects()) {
            Course before = baseline.course(other, figure);
            if (before == null) {
                continue;
            }
            Extent now = extent(subject, figure);
            Extent then = baseline.extent(other, figure);
            Measured grown = now != null && then != null
                    ? sinceRun(subject, figure, now, baseline, other, then)
                    : sinceSnapshots(subject, figure, course, baseline, other, before);
            if (!grown.missing().isEmpty()) {
                return grown;
            }
            least = !least.missing().isEmpty() || grown.amount() < least.amount() ? grown : least;
        }
        return least;
    }

    /** Since the last snapshot of one process; of two, the values at equal times after their first snapshots. */
    private Measured sinceSnapshots(
            String subject, String figure, Course course, MemoryFigures baseline, String other, Course before) {
        String source = course.last().source() + " of " + subject + ", since the baseline";
        NavigableMap<Instant, Long> now = timed(subject, figure);
        NavigableMap<Instant, Long> then = baseline.timed(other, figure);
        long pid = pids.getOrDefault(subject, -1L);
        long otherPid = baseline.pids.getOrDefault(other, -1L);
        if (pid < 0 || otherPid < 0 || pid == otherPid || now.size() < 2 || then.size() < 2) {
            return new Measured(course.last().bytes() - before.last().bytes(), source, "");
        }
        Duration length = Duration.between(now.firstKey(), now.lastKey());
        Duration otherLength = Duration.between(then.firstKey(), then.lastKey());
        Duration at = length.compareTo(otherLength) < 0 ? length : otherLength;
        return new Measured(
                now.floorEntry(now.firstKey().plus(at)).getValue()
                        - then.floorEntry(then.firstKey().plus(at)).getValue(),
                source + ", both after " + Amounts.time(at.toNanos())
                        + lengths(subject, length.toNanos(), otherLength.toNanos()),
                "");
    }

    private static String lengths(String subject, long nanos, long otherNanos) {
        return nanos == otherNanos
                ? ""
                : " (" + subject + " has " + Amounts.time(nanos) + ", the baseline " + Amounts.time(otherNanos) + ")";
    }

    /** The values of a figure in the snapshots whose time is known. */
    private NavigableMap<Instant, Long> timed(String subject, String figure) {
        TreeMap<Instant, Long> values = new TreeMap<>();
        List<ResidentMemory> all = figure.equals(RESIDENT) ? resident.resident(subject) : List.of();
        for (ResidentMemory one : all) {
            if (one.time() != null) {
                values.put(one.time(), one.bytes());
            }
        }
        Map<String, TreeMap<Long, Long>> figures = nmt.getOrDefault(subject, Map.of());
        TreeMap<Long, Long> bytes = figures.get(figure);
        if (bytes != null) {
            TreeMap<Long, Long> total = figures.getOrDefault(TOTAL, bytes);
            snapshots.getOrDefault(subject, new TreeMap<>()).forEach((index, time) -> {
                if (total.containsKey(index)) {
                    values.put(time, bytes.getOrDefault(index, 0L));
                }
            });
        }
        return values;
    }

    /** Of two recorded runs, the values at equal times: the longer one may have more only since it went on. */
    private Measured sinceRun(
            String subject, String figure, Extent now, MemoryFigures baseline, String other, Extent then) {
        boolean saved = !baseline.overTime.containsKey(other);
        if (now.count < 2 || (!saved && then.count < 2)) {
            return Measured.unknown("one value of " + (now.count < 2 ? subject : "the baseline")
                    + " is no growth; record for some seconds more");
        }
        if (saved && then.nanos() > now.nanos()) {
            return Measured.unknown(
                    "the saved baseline has it " + Amounts.time(then.nanos()) + " after its beginning, and " + subject
                            + " ends after " + Amounts.time(now.nanos()) + "; run it as long");
        }
        boolean timed = !saved || then.nanos() > 0;
        long at = timed ? Math.min(now.nanos(), then.nanos()) : now.nanos();
        String length = timed ? lengths(subject, now.nanos(), then.nanos()) : "";
        return new Measured(
                valueAt(subject, figure, now, at) - baseline.valueAt(other, figure, then, at),
                now.source + " of " + subject
                        + (timed
                                ? ", since the baseline, both after " + Amounts.time(at) + length
                                : ", since the baseline"),
                "");
    }

    private long valueAt(String subject, String figure, Extent extent, long nanos) {
        TimeSlots<Long> values = overTime.getOrDefault(subject, Map.of()).get(figure);
        if (values == null || nanos >= extent.nanos()) {
            return extent.last;
        }
        long second = Math.floorDiv(extent.firstNanos + nanos, 1_000_000_000L);
        long last = extent.first;
        for (Map.Entry<Long, Long> one : values.bySecond().entrySet()) {
            last = one.getKey() <= second ? one.getValue() : last;
        }
        return last;
    }

    /** What recordings have of a figure that no snapshot has; null where one has, or nothing. */
    private @Nullable Extent extent(String subject, String figure) {
        boolean ofSnapshots = figure.equals(RESIDENT)
                ? !resident.resident(subject).isEmpty()
                : nmt.getOrDefault(subject, Map.of()).containsKey(figure);
        return ofSnapshots ? null : recorded.getOrDefault(subject, Map.of()).get(figure);
    }

    private Collection<String> subjects() {
        TreeSet<String> subjects = new TreeSet<>(resident.subjects());
        subjects.addAll(nmt.keySet());
        subjects.addAll(recorded.keySet());
        return subjects;
    }

    /** The course of a figure; null where nothing has it. Stacks are taken from NMT's text alone: JFR's are stale. */
    @Nullable
    Course course(String subject, String figure) {
        List<ResidentMemory> snapshots = resident.resident(subject);
        if (figure.equals(RESIDENT) && !snapshots.isEmpty()) {
            return course(snapshots.stream()
                    .map(one -> new Value(one.bytes(), one.source().label()))
                    .toList());
        }
        Map<String, TreeMap<Long, Long>> figures = nmt.getOrDefault(subject, Map.of());
        TreeMap<Long, Long> bytes = figures.get(figure);
        if (bytes != null) {
            // NMT leaves out what is zero: a category that comes later was nothing at first.
            return course(figures.getOrDefault(TOTAL, bytes).keySet().stream()
                    .map(index -> new Value(bytes.getOrDefault(index, 0L), Account.STACKS.source()))
                    .toList());
        }
        Extent extent = recorded.getOrDefault(subject, Map.of()).get(figure);
        return extent == null ? null : extent.course();
    }

    private static Course course(List<Value> values) {
        Value highest =
                values.stream().max(Comparator.comparingLong(Value::bytes)).orElseThrow();
        return new Course(values.getFirst(), values.getLast(), highest, values.size());
    }
}
