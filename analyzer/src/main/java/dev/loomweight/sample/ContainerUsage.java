package dev.loomweight.sample;

import java.time.Instant;

/**
 * What the container is charged for: {@code jdk.ContainerMemoryUsage}, JDK 17 and later.
 *
 * @param time when
 * @param usageBytes what the kernel compares with the limit, in bytes
 * @param failures how often the limit was hit
 */
public record ContainerUsage(Instant time, long usageBytes, long failures) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.ContainerMemoryUsage";

    static ContainerUsage from(EventView event) {
        return new ContainerUsage(
                event.startTime(), event.longValue("memoryUsage"), event.longValue("memoryFailCount"));
    }
}
