package dev.loomweight.sample;

import java.time.Instant;

/**
 * How many Java threads there are, platform threads alone: {@code jdk.JavaThreadStatistics}, JDK 11 and later.
 *
 * @param time when
 * @param active how many there are
 * @param peak the most that there were at once
 */
public record ThreadStatistics(Instant time, long active, long peak) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.JavaThreadStatistics";

    static ThreadStatistics from(EventView event) {
        return new ThreadStatistics(event.startTime(), event.longValue("activeCount"), event.longValue("peakCount"));
    }
}
