package dev.loomweight.sample;

import org.jspecify.annotations.Nullable;

/**
 * What a carrier, or a virtual thread on one, ran at a moment of the JVM's sampler: {@code jdk.ExecutionSample}, every
 * JDK. Only threads in Java code are sampled.
 *
 * @param startNanos when the sample was taken, in nanoseconds since 1970
 * @param thread the virtual thread, or the carrier where none was mounted
 * @param stack what it ran
 */
public record ExecutionSample(long startNanos, ThreadRef thread, StackTrace stack) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.ExecutionSample";

    /** Null for a thread that is not on a carrier, and where the recording does not name the thread. */
    static @Nullable ExecutionSample from(EventView event) {
        ThreadRef thread = Carriers.runningIn(event, "sampledThread");
        return thread == null ? null : new ExecutionSample(event.startNanos(), thread, event.stack());
    }
}
