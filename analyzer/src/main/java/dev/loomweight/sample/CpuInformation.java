package dev.loomweight.sample;

import java.time.Instant;

/**
 * The processors of a machine: {@code jdk.CPUInformation}, once a chunk, every JDK.
 *
 * @param time when it was recorded
 * @param hardwareThreads how many threads they run at once; the process may be allowed fewer
 */
public record CpuInformation(Instant time, long hardwareThreads) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.CPUInformation";

    static CpuInformation from(EventView event) {
        return new CpuInformation(event.startTime(), event.longValue("hwThreads"));
    }
}
