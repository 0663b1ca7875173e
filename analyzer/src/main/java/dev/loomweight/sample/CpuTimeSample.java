package dev.loomweight.sample;

import org.jspecify.annotations.Nullable;

/**
 * What a carrier, or a virtual thread on one, ran when it had used another period of processor time: {@code
 * jdk.CPUTimeSample}, JDK 25 and later on Linux.
 *
 * @param startNanos when the sample was taken, in nanoseconds since 1970
 * @param periodNanos the processor time that it stands for, in nanoseconds, rounded to microseconds
 * @param failed whether the JVM could not walk the stack
 * @param biased whether the stack is that of the next safepoint instead of that of the moment
 * @param thread the virtual thread, or the carrier where none was mounted
 * @param stack what it ran; empty where the sample failed
 */
public record CpuTimeSample(
        long startNanos, long periodNanos, boolean failed, boolean biased, ThreadRef thread, StackTrace stack)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.CPUTimeSample";

    /** Null for a thread that is not on a carrier, and where the recording does not name the thread. */
    static @Nullable CpuTimeSample from(EventView event) {
        ThreadRef thread = Carriers.runningIn(event, "eventThread");
        if (thread == null) {
            return null;
        }
        return new CpuTimeSample(
                event.startNanos(),
                Values.microsecondsAt(event, "samplingPeriod"),
                event.has("failed") && event.isTrue("failed"),
                event.has("biased") && event.isTrue("biased"),
                thread,
                event.stack());
    }
}
