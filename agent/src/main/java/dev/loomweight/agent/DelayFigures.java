package dev.loomweight.agent;

import dev.loomweight.amount.BoundedCounts;
import dev.loomweight.amount.DurationHistogram;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The delays of the scheduler of virtual threads since the start and in the current second. Safe for several threads. */
final class DelayFigures {

    /** Upper bounds of the metrics' buckets, in seconds. */
    static final double[] BOUNDS = {.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60};

    private final long periodNanos;
    private final DurationHistogram all = new DurationHistogram(DurationHistogram.Resolution.COARSE);
    private final DurationHistogram second = new DurationHistogram(DurationHistogram.Resolution.COARSE);
    private final BoundedCounts buckets = new BoundedCounts(BOUNDS);
    private long openNanos;
    private long mostLateNanos;
    private long alarms;
    private @Nullable String alarm;
    private @Nullable String lastAlarm;

    /**
     * All of one moment.
     *
     * @param counts delays by bucket of {@link #BOUNDS}
     * @param count how many delays
     * @param seconds what they add up to
     * @param p50Seconds the median, within 1.6 %
     * @param p99Seconds the 99th percentile, within 1.6 %
     * @param maxSeconds the longest
     * @param openSeconds how long the probe has been waiting now
     * @param alarms how many alarms there were
     * @param lastAlarm when the last one was, and what was found out about it; null where there was none
     */
    record Delays(
            List<Long> counts,
            long count,
            double seconds,
            double p50Seconds,
            double p99Seconds,
            double maxSeconds,
            double openSeconds,
            long alarms,
            @Nullable String lastAlarm) {}

    /** @param periodNanos from one measurement to the next, in nanoseconds */
    DelayFigures(long periodNanos) {
        this.periodNanos = periodNanos;
    }

    /** Adds a delay that ended, and those that would have begun while it lasted. */
    synchronized void add(long nanos) {
        second.addStall(nanos, periodNanos);
        for (long delay = nanos; delay > 0 || delay == nanos; delay -= periodNanos) {
            buckets.add(delay);
        }
    }

    /**
     * Takes what the platform thread saw.
     *
     * @param open how long the virtual thread has been waiting, in nanoseconds
     * @param late how late the platform thread was itself, in nanoseconds
     */
    synchronized void look(long open, long late) {
        openNanos = open;
        mostLateNanos = Math.max(mostLateNanos, late);
    }

    /** Counts an alarm. */
    synchronized void alarm() {
        alarms++;
    }

    /** What was found out about an alarm: part of the next event. */
    synchronized void found(String words) {
        alarm = words;
        lastAlarm = Instant.now().truncatedTo(ChronoUnit.SECONDS) + ": " + words;
    }

    /** Fills the event of the second that is over, and begins the next. */
    synchronized void fill(SchedulerDelayEvent event) {
        event.period = periodNanos;
        event.count = second.count();
        event.sum = second.sumNanos();
        event.max = second.maxNanos();
        event.open = openNanos;
        event.late = mostLateNanos;
        event.histogram = second.text();
        event.alarm = alarm;
        alarm = null;
        mostLateNanos = 0;
        all.addAll(second);
        second.clear();
    }

    /** The figures now; those of the current second are in the quantiles when it is over. */
    synchronized Delays now() {
        List<Long> counts = buckets.counts();
        return new Delays(
                counts,
                counts.stream().mapToLong(Long::longValue).sum(),
                buckets.seconds(),
                all.percentileNanos(50) / 1e9,
                all.percentileNanos(99) / 1e9,
                Math.max(all.maxNanos(), second.maxNanos()) / 1e9,
                openNanos / 1e9,
                alarms,
                lastAlarm);
    }
}
