package dev.loomweight.pins.scheduler;

import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.ThreadEnd;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import dev.loomweight.times.CarrierInterval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many carriers one process can have had at a time at most, from all that says so. The pool of carriers
 * ({@code java.util.concurrent.ForkJoinPool}) makes one where it has fewer than its parallelism, or where one of them blocks
 * in a way that it compensates; it drops one only after nothing has run on any for 30 s.
 *
 * <ul>
 *   <li>Recordings have each start and end of a carrier. Carriers are numbered as they are made, so those that were made
 *       before the recording are known from the numbers that are missing.
 *   <li>Snapshots have the number at a moment, which completes a recording that began later than its carriers did. Between two
 *       snapshots that are at most 30 s apart, carriers were dropped before any was made: never were there more than at the
 *       larger one, but for such that never ran anything.
 *   <li>Where the time of the carriers was collected, all that existed in an interval are named.
 * </ul>
 */
public final class PoolSizes {

    /** What it takes. */
    public static final Interest INTEREST =
            Interest.in(Scheduler.class, CarrierTimes.class, ThreadStart.class, ThreadEnd.class);

    /** For how long a pool must be without work until it drops a carrier ({@code VirtualThread.createDefaultScheduler}). */
    static final long KEPT_NANOS = 30_000_000_000L;

    private static final long UNKNOWN = Steps.UNBOUNDED;

    // Parts of a capture can hold the same event twice.
    private final Set<Change> changes = new HashSet<>();
    private final Set<Count> counts = new HashSet<>();
    private final Set<Steps.Bound> looks = new HashSet<>();

    private record Change(long atNanos, long number, int by) {}

    private record Count(long atNanos, long carriers) {}

    /** Nothing is known yet. */
    public PoolSizes() {}

    /** Takes what a sample says, if anything. */
    public void add(Origin origin, Sample sample) {
        if (sample instanceof Scheduler scheduler) {
            Origin.SnapshotId moment = origin.moment();
            Instant time = moment == null ? null : moment.time();
            if (time != null) {
                add(time, scheduler);
            }
        } else {
            add(sample);
        }
    }

    /** Takes what the scheduler said at a time. */
    public void add(Instant time, Scheduler scheduler) {
        counts.add(new Count(EpochNanos.of(time), scheduler.carriers()));
    }

    /** Takes what a sample says that has a time of its own, if anything. */
    public void add(Sample sample) {
        switch (sample) {
            case ThreadStart start
            when start.isCarrier() -> changes.add(new Change(start.atNanos(), start.carrier(), 1));
            case ThreadEnd end when end.isCarrier() -> changes.add(new Change(end.atNanos(), end.carrier(), -1));
            case CarrierTimes times -> {
                long to = EpochNanos.of(times.to());
                if (!times.carriers().isEmpty()) {
                    looks.add(new Steps.Bound(
                            EpochNanos.of(times.from()), to, times.carriers().size()));
                }
                if (times.pool().size() != CarrierInterval.UNKNOWN) {
                    counts.add(new Count(to, times.pool().size()));
                }
            }
            default -> {}
        }
    }

    /** Takes all that the other has, which is not changed. */
    public void addAll(PoolSizes other) {
        changes.addAll(other.changes);
        counts.addAll(other.counts);
        looks.addAll(other.looks);
    }

    /** Forgets numbers of before a time: those of snapshots and of collected times. */
    public void forgetBefore(Instant time) {
        long before = EpochNanos.of(time);
        counts.removeIf(count -> count.atNanos < before);
        looks.removeIf(look -> look.toNanos() < before);
    }

    /**
     * The most carriers that there can have been at each time; unbounded where nothing says so.
     *
     * @param recordedFromNanos from when on all starts and ends of carriers are recorded, in nanoseconds since 1970, also
     *     where there were none; {@link Long#MAX_VALUE} where that is not known
     */
    public Steps most(long recordedFromNanos) {
        List<Steps.Bound> bounds = new ArrayList<>(looks);
        Count last = null;
        for (Count count : sorted()) {
            if (last != null && count.atNanos - last.atNanos <= KEPT_NANOS) {
                bounds.add(new Steps.Bound(last.atNanos, count.atNanos, Math.max(last.carriers, count.carriers)));
            }
            last = count;
        }
        return Steps.least(bounds).min(fromEvents(recordedFromNanos));
    }

    private List<Count> sorted() {
        List<Count> sorted = new ArrayList<>(counts);
        sorted.sort(Comparator.comparingLong(Count::atNanos).thenComparingLong(Count::carriers));
        return sorted;
    }

    private Steps fromEvents(long recordedFrom) {
        TreeMap<Long, Long> more = new TreeMap<>();
        Set<Long> started = new HashSet<>();
        long highest = 0;
        for (Change change : changes) {
            more.merge(change.atNanos, (long) change.by, Long::sum);
            highest = Math.max(highest, change.number);
            if (change.by > 0) {
                started.add(change.number);
            }
        }
        // Those that were made before the recording, or whose start was lost.
        long before = started.isEmpty() ? UNKNOWN : highest - started.size();
        long from = Math.min(recordedFrom, more.isEmpty() ? Long.MAX_VALUE : more.firstKey());
        if (from != Long.MAX_VALUE) {
            TreeMap<Long, Long> since = new TreeMap<>();
            long sum = 0;
            for (var change : more.entrySet()) {
                sum += change.getValue();
                since.put(change.getKey(), sum);
            }
            for (Count count : counts) {
                var latest = since.floorEntry(count.atNanos);
                if (count.atNanos >= from) {
                    before = Math.min(before, Math.max(0, count.carriers - (latest == null ? 0 : latest.getValue())));
                }
            }
        }
        if (before == UNKNOWN) {
            return Steps.NONE;
        }
        TreeMap<Long, Long> most = new TreeMap<>();
        most.put(Long.MIN_VALUE, before);
        long sum = before;
        for (var change : more.entrySet()) {
            sum += change.getValue();
            most.put(change.getKey(), Math.max(0, sum));
        }
        return Steps.of(most);
    }
}
