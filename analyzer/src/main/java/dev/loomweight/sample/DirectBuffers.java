package dev.loomweight.sample;

import java.time.Instant;

/**
 * Direct byte buffers: {@code jdk.DirectBufferStatistics}, JDK 17 and later. Mapped buffers and memory from Unsafe or from other allocators are not counted.
 *
 * @param time when
 * @param count how many buffers there are
 * @param usedBytes their memory, in bytes
 * @param maxBytes the most that they may have, in bytes ({@code -XX:MaxDirectMemorySize})
 */
public record DirectBuffers(Instant time, long count, long usedBytes, long maxBytes) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.DirectBufferStatistics";

    static DirectBuffers from(EventView event) {
        return new DirectBuffers(
                event.startTime(),
                event.longValue("count"),
                event.longValue("memoryUsed"),
                event.longValue("maxCapacity"));
    }
}
