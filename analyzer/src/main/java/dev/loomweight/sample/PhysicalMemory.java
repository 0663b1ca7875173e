package dev.loomweight.sample;

import java.time.Instant;

/**
 * The memory of the machine, or of its container where the JVM sees that: {@code jdk.PhysicalMemory}, JDK 11 and later.
 *
 * @param time when
 * @param totalBytes all memory, in bytes
 * @param usedBytes what is in use, in bytes
 */
public record PhysicalMemory(Instant time, long totalBytes, long usedBytes) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.PhysicalMemory";

    static PhysicalMemory from(EventView event) {
        return new PhysicalMemory(event.startTime(), event.longValue("totalSize"), event.longValue("usedSize"));
    }
}
