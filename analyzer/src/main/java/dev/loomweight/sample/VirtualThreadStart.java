package dev.loomweight.sample;

import org.jspecify.annotations.Nullable;

/**
 * A virtual thread with a name that started: {@code jdk.VirtualThreadStart}, JDK 21 and later, off by default. There can
 * be millions of them, most without a name.
 *
 * @param javaThreadId its {@link Thread#threadId()}
 * @param name its name
 */
public record VirtualThreadStart(long javaThreadId, String name) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.VirtualThreadStart";

    /** Null where the thread has no name, or the recording does not hold it. */
    static @Nullable VirtualThreadStart from(EventView event) {
        ThreadRef thread = event.thread("eventThread");
        return thread == null || thread.name().isEmpty()
                ? null
                : new VirtualThreadStart(event.longValue("javaThreadId"), thread.name());
    }
}
