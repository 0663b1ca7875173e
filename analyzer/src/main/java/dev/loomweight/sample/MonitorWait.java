package dev.loomweight.sample;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread that waited in {@link Object#wait()}, or for another thread to initialize a class: {@code jdk.JavaMonitorWait},
 * every JDK. It keeps its carrier meanwhile on JDK 21 to 23. From 24 on it unmounts, or leaves a {@code
 * jdk.VirtualThreadPinned} as well; then the event says which monitor it was, and its stack is not read.
 *
 * @param startNanos when it began to wait, in nanoseconds since 1970
 * @param nanos how long it waited, in nanoseconds
 * @param thread the thread that waited, or null where the recording does not name it
 * @param monitorClass the class of the monitor in Java's notation, or null where it is not recorded; {@code [I} is the
 *     JVM's own lock of a class that is initialized
 * @param notifier the thread that ended the wait by a notification, or null where none did or the recording does not
 *     name it
 * @param timedOut whether the wait ended because its time was over
 * @param stack the stack that waited; {@link StackTrace#NONE} where it was not read
 * @param pins whether the event stands for a pin of its own: on JDK 21 to 23
 */
public record MonitorWait(
        long startNanos,
        long nanos,
        @Nullable ThreadRef thread,
        @Nullable String monitorClass,
        @Nullable ThreadRef notifier,
        boolean timedOut,
        StackTrace stack,
        boolean pins)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.JavaMonitorWait";

    /** A wait of JDK 21 to 23 that began at a point in time. */
    public MonitorWait(
            Instant start,
            long nanos,
            @Nullable ThreadRef thread,
            @Nullable String monitorClass,
            @Nullable ThreadRef notifier,
            boolean timedOut,
            StackTrace stack) {
        this(EpochNanos.of(start), nanos, thread, monitorClass, notifier, timedOut, stack, true);
    }

    /** A wait of JDK 21 to 23 whose recording does not say what ended it. */
    public MonitorWait(
            Instant start, long nanos, @Nullable ThreadRef thread, @Nullable String monitorClass, StackTrace stack) {
        this(start, nanos, thread, monitorClass, null, false, stack);
    }

    /** When it began to wait. */
    public Instant start() {
        return EpochNanos.toInstant(startNanos);
    }

    /** The stack, or null where it was not read. */
    @Nullable
    StackTrace stackRead() {
        return pins ? stack : null;
    }

    /** Null for a platform thread, which has no carrier to keep, and where the recording does not name the thread. */
    static @Nullable MonitorWait from(EventView event) {
        ThreadRef thread = event.thread("eventThread");
        if (thread == null || !thread.virtual()) {
            return null;
        }
        boolean pins = !event.isRecorded(Pin.EVENT, Pin.REASON_FIELD);
        return new MonitorWait(
                event.startNanos(),
                Values.durationOf(event),
                thread,
                event.text("monitorClass"),
                event.has("notifier") ? event.thread("notifier") : null,
                event.has("timedOut") && event.isTrue("timedOut"),
                pins ? event.stack() : StackTrace.NONE,
                pins);
    }
}
