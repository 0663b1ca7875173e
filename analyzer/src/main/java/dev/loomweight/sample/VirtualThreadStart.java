package dev.loomweight.sample;

import java.time.Instant;

/**
 * A virtual thread that started: {@code jdk.VirtualThreadStart}, JDK 21 and later, off by default.
 *
 * @param time when it started
 * @param javaThreadId its {@link Thread#threadId()}
 */
public record VirtualThreadStart(Instant time, long javaThreadId) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.VirtualThreadStart";

    static VirtualThreadStart from(EventView event) {
        return new VirtualThreadStart(event.startTime(), event.longValue("javaThreadId"));
    }
}
