package dev.loomweight.sample;

import java.time.Instant;

/**
 * The heap at intervals: {@code jdk.GCHeapMemoryUsage}, JDK 21 and later.
 *
 * @param time when
 * @param usedBytes what objects take, in bytes
 * @param committedBytes what is committed, in bytes
 * @param maxBytes the most that the heap may become, in bytes
 */
public record HeapUsage(Instant time, long usedBytes, long committedBytes, long maxBytes) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.GCHeapMemoryUsage";

    static HeapUsage from(EventView event) {
        return new HeapUsage(
                event.startTime(), event.longValue("used"), event.longValue("committed"), event.longValue("max"));
    }
}
