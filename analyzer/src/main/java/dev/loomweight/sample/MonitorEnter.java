package dev.loomweight.sample;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waited until it could enter a monitor: {@code jdk.JavaMonitorEnter}, every JDK. A virtual thread keeps its
 * carrier meanwhile on JDK 21 to 23; from 24 on it unmounts, and the event is written only where it cannot.
 *
 * @param start when it began to wait
 * @param nanos how long it waited, in nanoseconds
 * @param thread the thread that waited, or null where the recording does not name it
 * @param monitorClass the class of the monitor in Java's notation, or null where it is not recorded; {@code [I} is the
 *     JVM's own lock of a class that is linked or initialized
 * @param previousOwner the thread that held the monitor last before this one entered it, which is not always the one that
 *     held it when the wait began; null where the recording does not name it
 * @param stack the stack that waited
 */
public record MonitorEnter(
        Instant start,
        long nanos,
        @Nullable ThreadRef thread,
        @Nullable String monitorClass,
        @Nullable ThreadRef previousOwner,
        StackTrace stack)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.JavaMonitorEnter";

    /** A wait whose recording does not name the previous owner. */
    public MonitorEnter(
            Instant start, long nanos, @Nullable ThreadRef thread, @Nullable String monitorClass, StackTrace stack) {
        this(start, nanos, thread, monitorClass, null, stack);
    }

    static MonitorEnter from(EventView event) {
        return new MonitorEnter(
                event.startTime(),
                Values.durationOf(event),
                event.thread("eventThread"),
                event.text("monitorClass"),
                event.has("previousOwner") ? event.thread("previousOwner") : null,
                event.stack());
    }
}
