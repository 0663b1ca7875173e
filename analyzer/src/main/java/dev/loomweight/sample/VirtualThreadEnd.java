package dev.loomweight.sample;

import java.time.Instant;

/**
 * A virtual thread that ended: {@code jdk.VirtualThreadEnd}, JDK 21 and later, off by default.
 *
 * @param time when it ended
 * @param javaThreadId its {@link Thread#threadId()}
 */
public record VirtualThreadEnd(Instant time, long javaThreadId) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.VirtualThreadEnd";

    static VirtualThreadEnd from(EventView event) {
        return new VirtualThreadEnd(event.startTime(), event.longValue("javaThreadId"));
    }
}
