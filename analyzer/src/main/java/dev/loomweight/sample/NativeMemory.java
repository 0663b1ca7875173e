package dev.loomweight.sample;

import java.time.Instant;

/**
 * One NMT category as the recording samples it: {@code jdk.NativeMemoryUsage}, JDK 21 and later, only where NMT is on.
 *
 * <p>The category {@code Thread Stack} is stale here: HotSpot skips the expensive walk over the stacks when it writes
 * this event, so the figure changes only when someone runs {@code VM.native_memory}. Thread stacks are therefore taken
 * from NMT's text wherever there is one.
 *
 * @param time when it was sampled
 * @param category the category's name as NMT prints it, such as {@code Java Heap}
 * @param reservedBytes the reserved address space, in bytes
 * @param committedBytes the committed memory, in bytes
 */
public record NativeMemory(Instant time, String category, long reservedBytes, long committedBytes) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.NativeMemoryUsage";

    static NativeMemory from(EventView event) {
        String type = event.text("type");
        return new NativeMemory(
                event.startTime(),
                type == null ? "?" : type,
                event.longValue("reserved"),
                event.longValue("committed"));
    }
}
