package dev.loomweight.sample;

/**
 * A virtual thread that ended: {@code jdk.VirtualThreadEnd}, JDK 21 and later, off by default. Only their number is of
 * use.
 *
 * @param javaThreadId its {@link Thread#threadId()}
 */
public record VirtualThreadEnd(long javaThreadId) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.VirtualThreadEnd";

    static VirtualThreadEnd from(EventView event) {
        return new VirtualThreadEnd(event.longValue("javaThreadId"));
    }
}
