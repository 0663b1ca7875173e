package dev.loomweight.sample;

import org.jspecify.annotations.Nullable;

/**
 * Samples of processor time that the JVM could not keep: {@code jdk.CPUTimeSamplesLost}, JDK 25 and later on Linux.
 *
 * @param count how many, 0 or more
 * @param thread the virtual thread, or the carrier where none was mounted
 */
public record CpuSamplesLost(long count, ThreadRef thread) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.CPUTimeSamplesLost";

    /** The same, of any thread of its kind. */
    public CpuSamplesLost ofAny() {
        return new CpuSamplesLost(count, new ThreadRef(0, "", 0, thread.virtual()));
    }

    /** Null for a thread that is not on a carrier, and where the recording does not name the thread. */
    static @Nullable CpuSamplesLost from(EventView event) {
        ThreadRef thread = Carriers.runningIn(event, "eventThread");
        return thread == null ? null : new CpuSamplesLost(Math.max(0, event.longValue("lostSamples")), thread);
    }
}
