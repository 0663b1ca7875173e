package dev.loomweight.sample;

import java.time.Instant;

/**
 * The sum of all NMT categories as the recording samples it: {@code jdk.NativeMemoryUsageTotal}, JDK 21 and later.
 *
 * @param time when it was sampled
 * @param reservedBytes the reserved address space, in bytes
 * @param committedBytes the committed memory, in bytes; too low by the stale stacks, see {@link NativeMemory}
 */
public record NativeMemoryTotal(Instant time, long reservedBytes, long committedBytes) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.NativeMemoryUsageTotal";

    static NativeMemoryTotal from(EventView event) {
        return new NativeMemoryTotal(event.startTime(), event.longValue("reserved"), event.longValue("committed"));
    }
}
