package dev.loomweight.sample;

import org.jspecify.annotations.Nullable;

/**
 * What a virtual thread did in native code at a moment of the JVM's sampler, running or blocked there: {@code
 * jdk.NativeMethodSample}, every JDK.
 *
 * @param startNanos when the sample was taken, in nanoseconds since 1970
 * @param thread the virtual thread, or the carrier where none was mounted
 * @param stack what it ran
 */
public record NativeMethodSample(long startNanos, ThreadRef thread, StackTrace stack) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.NativeMethodSample";

    /** Null for a thread that is not on a carrier, and where the recording does not name the thread. */
    static @Nullable NativeMethodSample from(EventView event) {
        ThreadRef thread = Carriers.runningIn(event, "sampledThread");
        return thread == null ? null : new NativeMethodSample(event.startNanos(), thread, event.stack());
    }
}
