package dev.loomweight.sample;

import dev.loomweight.amount.DurationHistogram;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long a virtual thread that was ready waited for a carrier, in about a second: {@code dev.loomweight.SchedulerDelay},
 * an event of Loomweight's agent. What the garbage collector and a busy machine delayed is not in it.
 *
 * @param time when the second ended
 * @param periodNanos from one measurement to the next, in nanoseconds; positive
 * @param sumNanos the sum of the delays that ended, in nanoseconds
 * @param maxNanos the longest of them, in nanoseconds
 * @param openNanos how long a thread had been waiting when the second ended, in nanoseconds; 0 if it ran
 * @param lateNanos how late the platform thread that measures was at most, in nanoseconds
 * @param histogram the delays, as {@link DurationHistogram#text} writes them
 * @param alarm what sat on the carriers if an alarm was raised; else null
 */
public record SchedulerDelay(
        Instant time,
        long periodNanos,
        long sumNanos,
        long maxNanos,
        long openNanos,
        long lateNanos,
        String histogram,
        @Nullable String alarm)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "dev.loomweight.SchedulerDelay";

    private static final long LEAST_PERIOD_NANOS = 1_000_000;

    /** Null for an event that another program wrote under that name, or a damaged one. */
    static @Nullable SchedulerDelay from(EventView event) {
        if (!event.has("histogram") || !event.has("open") || !event.has("period")) {
            return null;
        }
        String histogram = event.text("histogram");
        SchedulerDelay delay = new SchedulerDelay(
                event.startTime(),
                Math.max(LEAST_PERIOD_NANOS, event.longValue("period")),
                Math.max(0, event.longValue("sum")),
                Math.max(0, event.longValue("max")),
                Math.max(0, event.longValue("open")),
                Math.max(0, event.longValue("late")),
                histogram == null ? "" : histogram,
                event.text("alarm"));
        try {
            return delay.delays().count() < 0 ? null : delay;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The delays that ended; a new histogram. */
    public DurationHistogram delays() {
        return DurationHistogram.parse(histogram, sumNanos, maxNanos);
    }
}
