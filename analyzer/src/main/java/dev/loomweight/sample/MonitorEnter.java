package dev.loomweight.sample;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread that waited until it could enter a monitor: {@code jdk.JavaMonitorEnter}, every JDK. It keeps its
 * carrier meanwhile on JDK 21 to 23; from 24 on it unmounts, and the event is written only where it cannot.
 *
 * @param startNanos when it began to wait, in nanoseconds since 1970
 * @param nanos how long it waited, in nanoseconds
 * @param thread the thread that waited, or null where the recording does not name it
 * @param monitorClass the class of the monitor in Java's notation, or null where it is not recorded; {@code [I} is the
 *     JVM's own lock of a class that is linked or initialized
 * @param previousOwner the thread that held the monitor last before this one entered it, which is not always the one that
 *     held it when the wait began; null where the recording does not name it
 * @param stack the stack that waited
 */
public record MonitorEnter(
        long startNanos,
        long nanos,
        @Nullable ThreadRef thread,
        @Nullable String monitorClass,
        @Nullable ThreadRef previousOwner,
        StackTrace stack)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.JavaMonitorEnter";

    /** A wait that began at a point in time. */
    public MonitorEnter(
            Instant start,
            long nanos,
            @Nullable ThreadRef thread,
            @Nullable String monitorClass,
            @Nullable ThreadRef previousOwner,
            StackTrace stack) {
        this(EpochNanos.of(start), nanos, thread, monitorClass, previousOwner, stack);
    }

    /** A wait whose recording does not name the previous owner. */
    public MonitorEnter(
            Instant start, long nanos, @Nullable ThreadRef thread, @Nullable String monitorClass, StackTrace stack) {
        this(start, nanos, thread, monitorClass, null, stack);
    }

    /** When it began to wait. */
    public Instant start() {
        return EpochNanos.toInstant(startNanos);
    }

    /** Null for a platform thread, which has no carrier to keep, and where the recording does not name the thread. */
    static @Nullable MonitorEnter from(EventView event) {
        ThreadRef thread = event.thread("eventThread");
        if (thread == null || !thread.virtual()) {
            return null;
        }
        return new MonitorEnter(
                event.startNanos(),
                Values.durationOf(event),
                thread,
                event.text("monitorClass"),
                event.has("previousOwner") ? event.thread("previousOwner") : null,
                event.stack());
    }
}
