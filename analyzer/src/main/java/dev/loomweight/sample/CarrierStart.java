package dev.loomweight.sample;

import dev.loomweight.jvm.CarrierNames;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A carrier that starts: {@code jdk.ThreadStart} of a thread of the scheduler of virtual threads, JDK 21 and later.
 *
 * @param atNanos when, in nanoseconds since 1970
 * @param number the carrier's number, from its name: the scheduler numbers its carriers from 1 as it makes them
 */
public record CarrierStart(long atNanos, long number) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.ThreadStart";

    /** When it started. */
    public Instant time() {
        return EpochNanos.toInstant(atNanos);
    }

    /** Null for a thread that is no carrier. */
    static @Nullable CarrierStart from(EventView event) {
        long number = Carriers.numberOf(event, "thread");
        return number == CarrierNames.NONE ? null : new CarrierStart(event.startNanos(), number);
    }
}
