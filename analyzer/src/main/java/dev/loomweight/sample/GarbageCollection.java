package dev.loomweight.sample;

import java.time.Duration;
import java.time.Instant;

/**
 * One collection: {@code jdk.GarbageCollection}, JDK 11 and later.
 *
 * @param time when it began
 * @param gcId its number in its process
 * @param name the collector's name in HotSpot's enumeration {@code GCName}, such as {@code G1New} or {@code ZGC Major}
 * @param cause why it was done, such as {@code Allocation Failure}
 * @param pausesNanos how long it stopped the application, in nanoseconds, all its pauses together
 */
public record GarbageCollection(Instant time, long gcId, String name, String cause, long pausesNanos)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.GarbageCollection";

    static GarbageCollection from(EventView event) {
        return new GarbageCollection(
                event.startTime(),
                event.longValue("gcId"),
                Values.textAt(event, "name"),
                Values.textAt(event, "cause"),
                event.value("sumOfPauses") instanceof Duration pauses ? nanos(pauses) : 0);
    }

    /** Damaged recordings hold lengths of time that no long can. */
    private static long nanos(Duration pauses) {
        return pauses.isNegative() ? 0 : pauses.toSeconds() > Integer.MAX_VALUE ? 0 : pauses.toNanos();
    }
}
