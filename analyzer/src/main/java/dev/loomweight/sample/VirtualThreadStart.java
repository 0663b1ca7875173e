package dev.loomweight.sample;

import java.time.Instant;

/**
 * A virtual thread that started: {@code jdk.VirtualThreadStart}, JDK 21 and later, off by default.
 *
 * @param time when it started
 * @param javaThreadId its {@link Thread#threadId()}
 * @param name its name; empty where it has none, or the recording does not hold it
 */
public record VirtualThreadStart(Instant time, long javaThreadId, String name) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.VirtualThreadStart";

    static VirtualThreadStart from(EventView event) {
        ThreadRef thread = event.thread("eventThread");
        return new VirtualThreadStart(
                event.startTime(), event.longValue("javaThreadId"), thread == null ? "" : thread.name());
    }
}
