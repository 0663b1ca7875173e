package dev.loomweight.sample;

import java.time.Instant;

/**
 * The process' resident memory as the recording samples it: {@code jdk.ResidentSetSize}, JDK 21 and later.
 *
 * @param time when it was sampled
 * @param residentBytes resident memory, in bytes
 * @param peakBytes its highest value so far, in bytes
 */
public record ResidentSetSize(Instant time, long residentBytes, long peakBytes) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.ResidentSetSize";

    static ResidentSetSize from(EventView event) {
        return new ResidentSetSize(event.startTime(), event.longValue("size"), event.longValue("peak"));
    }
}
