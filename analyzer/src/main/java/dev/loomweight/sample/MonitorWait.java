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
 * @param stack the stack that waited
 */
public record MonitorWait(
        Instant start,
        long nanos,
        @Nullable ThreadRef thread,
        @Nullable String monitorClass,
        StackTrace stack) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.JavaMonitorWait";

    static MonitorWait from(EventView event) {
        return new MonitorWait(
                event.startTime(),
                Values.durationOf(event),
                event.thread("eventThread"),
                event.text("monitorClass"),
                event.stack());
    }
}
