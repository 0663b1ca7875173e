package dev.loomweight.sample;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread that could not unmount and kept its carrier: {@code jdk.VirtualThreadPinned}, JDK 21 and later,
 * written when the pin ends.
 *
 * @param start when the pin began
 * @param nanos how long the carrier was held, in nanoseconds
 * @param thread the virtual thread, or null where the recording does not name it
 * @param carrier the carrier, or null before JDK 24
 * @param operation what blocked ({@code LockSupport.park}, {@code Contended monitor enter}, {@code Object.wait}), or
 *     null before JDK 24
 * @param reason why it could not unmount, in the JVM's words, or null before JDK 24
 * @param stack the stack at the end of the pin
 */
public record Pin(
        Instant start,
        long nanos,
        @Nullable ThreadRef thread,
        @Nullable ThreadRef carrier,
        @Nullable String operation,
        @Nullable String reason,
        StackTrace stack)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.VirtualThreadPinned";

    static Pin from(EventView event) {
        return new Pin(
                event.startTime(),
                Values.durationOf(event),
                event.thread("eventThread"),
                event.has("carrierThread") ? event.thread("carrierThread") : null,
                event.has("blockingOperation") ? event.text("blockingOperation") : null,
                event.has("pinnedReason") ? event.text("pinnedReason") : null,
                event.stack());
    }
}
