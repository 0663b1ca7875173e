package dev.loomweight.sample;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.jvm.VirtualThreads;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a recording has of virtual threads and their carriers: threads that keep one, wait for one, or are refused one. */
public sealed interface PinEvents extends Sample {

    /**
     * A virtual thread that could not unmount and kept its carrier: {@code jdk.VirtualThreadPinned}, JDK 21 and later,
     * written when the pin ends.
     *
     * @param startNanos when the pin began, in nanoseconds since 1970
     * @param nanos how long the carrier was held, in nanoseconds
     * @param thread the virtual thread, or null where the recording does not name it
     * @param carrier the carrier, or null before JDK 24
     * @param operation what blocked ({@code LockSupport.park}, {@code Contended monitor enter}, {@code Object.wait}), or
     *     null before JDK 24
     * @param reason why it could not unmount, in the JVM's words, or null before JDK 24
     * @param stack the stack at the end of the pin
     */
    record Pin(
            long startNanos,
            long nanos,
            @Nullable ThreadRef thread,
            @Nullable ThreadRef carrier,
            @Nullable String operation,
            @Nullable String reason,
            StackTrace stack)
            implements PinEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.VirtualThreadPinned";

        /** The field that has the JVM's reason; in recordings of JDK 24 and later. */
        public static final String REASON_FIELD = "pinnedReason";

        /** A pin that began at a point in time. */
        public Pin(
                Instant start,
                long nanos,
                @Nullable ThreadRef thread,
                @Nullable ThreadRef carrier,
                @Nullable String operation,
                @Nullable String reason,
                StackTrace stack) {
            this(EpochNanos.of(start), nanos, thread, carrier, operation, reason, stack);
        }

        /** When the pin began. */
        public Instant start() {
            return EpochNanos.toInstant(startNanos);
        }

        /** The same, begun and lasting otherwise: in nanoseconds since 1970, and in nanoseconds. */
        public Pin lasting(long newStartNanos, long newNanos) {
            return new Pin(newStartNanos, newNanos, thread, carrier, operation, reason, stack);
        }

        /** Whether it waited in {@code Object.wait}, so that a {@link MonitorWait} says for which monitor. */
        boolean isWait() {
            return PinFacts.WAIT_OPERATION.equals(operation);
        }

        static Pin from(EventView event, @Nullable ThreadRef thread) {
            return new Pin(
                    event.startNanos(),
                    event.nanosLasted(),
                    thread,
                    event.has("carrierThread") ? event.thread("carrierThread") : null,
                    event.has("blockingOperation") ? event.text("blockingOperation") : null,
                    event.has(REASON_FIELD) ? event.text(REASON_FIELD) : null,
                    event.stack());
        }
    }

    /**
     * A virtual thread that its scheduler refused to run: {@code jdk.VirtualThreadSubmitFailed}, JDK 21 and later.
     *
     * @param time when it was refused
     * @param submitter the thread that tried to start or unpark the victim, or null where the recording does not name it
     * @param victimId {@link Thread#threadId()} of the virtual thread that was to run
     * @param message the message of the scheduler's exception, or null where it had none
     * @param stack the submitter's stack
     */
    record SubmitFailed(
            Instant time,
            @Nullable ThreadRef submitter,
            long victimId,
            @Nullable String message,
            StackTrace stack) implements PinEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.VirtualThreadSubmitFailed";

        /** Whether a thread was to start, and not to continue, by its submitter's stack; false without a stack. */
        public static boolean isOfStart(StackTrace stack) {
            for (Frame frame : stack.frames()) {
                if (frame.methodName().equals("start") && frame.className().equals(VirtualThreads.CLASS)) {
                    return true;
                }
            }
            return false;
        }

        static SubmitFailed from(EventView event) {
            return new SubmitFailed(
                    event.startTime(),
                    event.thread("eventThread"),
                    event.longValue("javaThreadId"),
                    event.text("exceptionMessage"),
                    event.stack());
        }
    }

    /**
     * How long a virtual thread that was ready waited for a carrier, in about a second: {@code dev.loomweight.SchedulerDelay},
     * an event of Loomweight's agent. What the garbage collector and a busy machine delayed is not in it.
     *
     * @param time when the second ended
     * @param periodNanos from one measurement to the next, in nanoseconds; positive
     * @param sumNanos the sum of the delays that ended, in nanoseconds
     * @param maxNanos the longest of them, in nanoseconds
     * @param openNanos how long a thread had been waiting when the second ended, in nanoseconds; 0 if it ran
     * @param lateNanos how late the platform thread that measures was at most, in nanoseconds
     * @param histogram the delays, as {@link DurationHistogram#text} writes them
     * @param alarm what sat on the carriers if an alarm was raised; else null
     */
    record SchedulerDelay(
            Instant time,
            long periodNanos,
            long sumNanos,
            long maxNanos,
            long openNanos,
            long lateNanos,
            String histogram,
            @Nullable String alarm)
            implements PinEvents {

        /** The event's name. */
        public static final String EVENT = "dev.loomweight.SchedulerDelay";

        private static final long MIN_PERIOD_NANOS = 1_000_000;

        /** Null for an event that another program wrote under that name, or a damaged one. */
        static @Nullable SchedulerDelay from(EventView event) {
            if (!event.has("histogram") || !event.has("open") || !event.has("period")) {
                return null;
            }
            String histogram = event.text("histogram");
            SchedulerDelay delay = new SchedulerDelay(
                    event.startTime(),
                    Math.max(MIN_PERIOD_NANOS, event.longValue("period")),
                    Math.max(0, event.longValue("sum")),
                    Math.max(0, event.longValue("max")),
                    Math.max(0, event.longValue("open")),
                    Math.max(0, event.longValue("late")),
                    histogram == null ? "" : histogram,
                    event.text("alarm"));
            try {
                return delay.delays().count() < 0 ? null : delay;
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        /** The delays that ended; a new histogram. */
        public DurationHistogram delays() {
            return DurationHistogram.parse(histogram, sumNanos, maxNanos);
        }
    }
}
