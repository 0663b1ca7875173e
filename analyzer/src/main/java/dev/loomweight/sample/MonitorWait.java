package dev.loomweight.sample;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waited in {@link Object#wait()}, or for another thread to initialize a class: {@code jdk.JavaMonitorWait},
 * every JDK. A virtual thread keeps its carrier meanwhile on JDK 21 to 23; from 24 on it unmounts, and the event has
 * neither a duration nor a stack of its own.
 *
 * @param start when it began to wait
 * @param nanos how long it waited, in nanoseconds
 * @param thread the thread that waited, or null where the recording does not name it
 * @param monitorClass the class of the monitor in Java's notation, or null where it is not recorded; {@code [I} is the
 *     JVM's own lock of a class that is initialized
 * @param notifier the thread that ended the wait by a notification, or null where none did or the recording does not
 *     name it
 * @param timedOut whether the wait ended because its time was over
 * @param stack the stack that waited
 */
public record MonitorWait(
        Instant start,
        long nanos,
        @Nullable ThreadRef thread,
        @Nullable String monitorClass,
        @Nullable ThreadRef notifier,
        boolean timedOut,
        StackTrace stack)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.JavaMonitorWait";

    /** A wait whose recording does not say what ended it. */
    public MonitorWait(
            Instant start, long nanos, @Nullable ThreadRef thread, @Nullable String monitorClass, StackTrace stack) {
        this(start, nanos, thread, monitorClass, null, false, stack);
    }

    static MonitorWait from(EventView event) {
        return new MonitorWait(
                event.startTime(),
                Values.durationOf(event),
                event.thread("eventThread"),
                event.text("monitorClass"),
                event.has("notifier") ? event.thread("notifier") : null,
                event.has("timedOut") && Boolean.TRUE.equals(event.value("timedOut")),
                event.stack());
    }
}
