package dev.loomweight.sample;

import dev.loomweight.jvm.CarrierNames;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A carrier that ends: {@code jdk.ThreadEnd} of a thread of the scheduler of virtual threads, JDK 21 and later.
 *
 * @param atNanos when, in nanoseconds since 1970
 * @param number the carrier's number, from its name: the scheduler numbers its carriers from 1 as it makes them
 */
public record CarrierEnd(long atNanos, long number) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.ThreadEnd";

    /** When it ended. */
    public Instant time() {
        return EpochNanos.toInstant(atNanos);
    }

    /** Null for a thread that is no carrier. */
    static @Nullable CarrierEnd from(EventView event) {
        long number = Carriers.numberOf(event, "thread");
        return number == CarrierNames.NONE ? null : new CarrierEnd(event.startNanos(), number);
    }
}
