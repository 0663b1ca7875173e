package dev.loomweight.sample;

import dev.loomweight.jvm.PinFacts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread that could not unmount and kept its carrier: {@code jdk.VirtualThreadPinned}, JDK 21 and later,
 * written when the pin ends.
 *
 * @param startNanos when the pin began, in nanoseconds since 1970
 * @param nanos how long the carrier was held, in nanoseconds
 * @param thread the virtual thread, or null where the recording does not name it
 * @param carrier the carrier, or null before JDK 24
 * @param operation what blocked ({@code LockSupport.park}, {@code Contended monitor enter}, {@code Object.wait}), or
 *     null before JDK 24
 * @param reason why it could not unmount, in the JVM's words, or null before JDK 24
 * @param stack the stack at the end of the pin
 */
public record Pin(
        long startNanos,
        long nanos,
        @Nullable ThreadRef thread,
        @Nullable ThreadRef carrier,
        @Nullable String operation,
        @Nullable String reason,
        StackTrace stack)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.VirtualThreadPinned";

    /** The field that has the JVM's reason; in recordings of JDK 24 and later. */
    public static final String REASON_FIELD = "pinnedReason";

    /** A pin that began at a point in time. */
    public Pin(
            Instant start,
            long nanos,
            @Nullable ThreadRef thread,
            @Nullable ThreadRef carrier,
            @Nullable String operation,
            @Nullable String reason,
            StackTrace stack) {
        this(EpochNanos.of(start), nanos, thread, carrier, operation, reason, stack);
    }

    /** When the pin began. */
    public Instant start() {
        return EpochNanos.toInstant(startNanos);
    }

    /** Whether it waited in {@code Object.wait}, so that a {@link MonitorWait} says for which monitor. */
    boolean isWait() {
        return PinFacts.WAIT_OPERATION.equals(operation);
    }

    static Pin from(EventView event) {
        return from(event, event.thread("eventThread"));
    }

    /** The same with a thread that has no name, unless it is the JDK's. */
    static Pin ofNobody(EventView event) {
        return from(event, event.oneOfMany("eventThread"));
    }

    private static Pin from(EventView event, @Nullable ThreadRef thread) {
        return new Pin(
                event.startNanos(),
                Values.durationOf(event),
                thread,
                event.has("carrierThread") ? event.thread("carrierThread") : null,
                event.has("blockingOperation") ? event.text("blockingOperation") : null,
                event.has(REASON_FIELD) ? event.text(REASON_FIELD) : null,
                event.stack());
    }
}
