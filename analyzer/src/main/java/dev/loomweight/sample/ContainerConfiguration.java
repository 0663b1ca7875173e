package dev.loomweight.sample;

import java.time.Instant;

/**
 * The container as the JVM sees it: {@code jdk.ContainerConfiguration}, once a chunk, JDK 17 and later; written where the
 * JVM finds itself in a container, and by some JDKs wherever there are control groups.
 *
 * @param time when it was recorded
 * @param limitBytes the memory limit, in bytes; 0 or less where there is none
 * @param effectiveCpus the processors that the JVM counts with, whatever bounds them
 */
public record ContainerConfiguration(Instant time, long limitBytes, long effectiveCpus) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.ContainerConfiguration";

    static ContainerConfiguration from(EventView event) {
        return new ContainerConfiguration(
                event.startTime(), event.longValue("memoryLimit"), event.longValue("effectiveCpuCount"));
    }
}
