package dev.loomweight.sample;

import java.time.Instant;

/**
 * The heap before and after each collection: {@code jdk.GCHeapSummary}, JDK 11 and later.
 *
 * @param time when
 * @param reservedBytes the most that the heap may become, in bytes
 * @param committedBytes what is committed of it, in bytes
 * @param usedBytes what objects take, in bytes
 */
public record HeapSummary(Instant time, long reservedBytes, long committedBytes, long usedBytes) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.GCHeapSummary";

    static HeapSummary from(EventView event) {
        return new HeapSummary(
                event.startTime(),
                Values.longAt(event, "heapSpace.reservedSize"),
                Values.longAt(event, "heapSpace.committedSize"),
                event.longValue("heapUsed"));
    }
}
