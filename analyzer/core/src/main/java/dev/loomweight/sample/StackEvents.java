package dev.loomweight.sample;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a recording has of stacks that were looked at: what ran, and how deep it was. */
public sealed interface StackEvents extends Sample {

    /**
     * What a carrier, or a virtual thread on one, ran at a moment of the JVM's sampler: {@code jdk.ExecutionSample}, every
     * JDK. Only threads in Java code are sampled.
     *
     * @param startNanos when the sample was taken, in nanoseconds since 1970
     * @param thread the virtual thread, or the carrier where none was mounted
     * @param stack what it ran
     */
    record ExecutionSample(long startNanos, ThreadRef thread, StackTrace stack) implements StackEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.ExecutionSample";

        /** Null for a thread that is not on a carrier, and where the recording does not name the thread. */
        static @Nullable ExecutionSample from(EventView event) {
            ThreadRef thread = Carriers.runningIn(event, "sampledThread");
            return thread == null ? null : new ExecutionSample(event.startNanos(), thread, event.stack());
        }
    }

    /**
     * What a virtual thread did in native code at a moment of the JVM's sampler, running or blocked there: {@code
     * jdk.NativeMethodSample}, every JDK.
     *
     * @param startNanos when the sample was taken, in nanoseconds since 1970
     * @param thread the virtual thread, or the carrier where none was mounted
     * @param stack what it ran
     */
    record NativeMethodSample(long startNanos, ThreadRef thread, StackTrace stack) implements StackEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.NativeMethodSample";

        /** Null for a thread that is not on a carrier, and where the recording does not name the thread. */
        static @Nullable NativeMethodSample from(EventView event) {
            ThreadRef thread = Carriers.runningIn(event, "sampledThread");
            return thread == null ? null : new NativeMethodSample(event.startNanos(), thread, event.stack());
        }
    }

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
    record CpuTimeSample(
            long startNanos, long periodNanos, boolean failed, boolean biased, ThreadRef thread, StackTrace stack)
            implements StackEvents {

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
                    event.microsecondsAt("samplingPeriod"),
                    event.has("failed") && event.isTrue("failed"),
                    event.has("biased") && event.isTrue("biased"),
                    thread,
                    event.stack());
        }
    }

    /**
     * Samples of processor time that the JVM could not keep: {@code jdk.CPUTimeSamplesLost}, JDK 25 and later on Linux.
     *
     * @param count how many, 0 or more
     * @param thread the virtual thread, or the carrier where none was mounted
     */
    record CpuSamplesLost(long count, ThreadRef thread) implements StackEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.CPUTimeSamplesLost";

        /** Null for a thread that is not on a carrier, and where the recording does not name the thread. */
        static @Nullable CpuSamplesLost from(EventView event) {
            ThreadRef thread = Carriers.runningIn(event, "eventThread");
            return thread == null ? null : new CpuSamplesLost(Math.max(0, event.longValue("lostSamples")), thread);
        }
    }

    /**
     * How deep the platform threads of a recorded thread dump stood: {@code jdk.ThreadDump}, JDK 11 and later, one a chunk by
     * default. Its text is that of {@code Thread.print}; virtual threads are not in it.
     *
     * @param time when
     * @param depths the frames of each Java thread that has any, in the order of the dump
     */
    record RecordedStacks(Instant time, List<Integer> depths) implements StackEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.ThreadDump";

        public RecordedStacks {
            depths = List.copyOf(depths);
        }

        static RecordedStacks from(EventView event) {
            return new RecordedStacks(event.startTime(), depths(event.textAt("result")));
        }

        /** The frames of each thread: lines that begin with {@code at}, below a line that begins with the quoted name. */
        private static List<Integer> depths(String text) {
            List<Integer> depths = new ArrayList<>();
            int frames = 0;
            for (String line : text.lines().toList()) {
                if (line.startsWith("\"") || line.isBlank()) {
                    if (frames > 0) {
                        depths.add(frames);
                    }
                    frames = 0;
                } else if (line.startsWith("\tat ")) {
                    frames++;
                }
            }
            if (frames > 0) {
                depths.add(frames);
            }
            return depths;
        }
    }
}
