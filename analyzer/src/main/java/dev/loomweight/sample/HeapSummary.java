package dev.loomweight.sample;

import java.time.Instant;

/**
 * The heap before and after each collection: {@code jdk.GCHeapSummary}, JDK 11 and later.
 *
 * @param time when
 * @param reservedBytes the most that the heap may become, in bytes
 * @param committedBytes what is committed of it, in bytes
 * @param usedBytes what objects take, in bytes
 * @param gcId the number of the collection in its process
 * @param after whether the collection has ended; false before it
 */
public record HeapSummary(
        Instant time, long reservedBytes, long committedBytes, long usedBytes, long gcId, boolean after)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.GCHeapSummary";

    private static final String AFTER = "After GC";

    static HeapSummary from(EventView event) {
        return new HeapSummary(
                event.startTime(),
                Values.longAt(event, "heapSpace.reservedSize"),
                Values.longAt(event, "heapSpace.committedSize"),
                event.longValue("heapUsed"),
                event.longValue("gcId"),
                AFTER.equals(event.text("when")));
    }
}
