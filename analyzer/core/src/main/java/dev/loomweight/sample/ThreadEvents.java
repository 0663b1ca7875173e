package dev.loomweight.sample;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.jvm.VirtualThreads;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a recording has of threads that wait for something, that begin and end, and of the carriers that they wait for. */
public sealed interface ThreadEvents extends Sample {

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
            implements ThreadEvents {

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
            StackTrace stack) implements ThreadEvents {

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
     * A virtual thread that waited until it could enter a monitor: {@code jdk.JavaMonitorEnter}, every JDK. It keeps its
     * carrier meanwhile on JDK 21 to 23; from 24 on it unmounts, and the event is written only where it cannot.
     *
     * @param startNanos when it began to wait, in nanoseconds since 1970
     * @param nanos how long it waited, in nanoseconds
     * @param thread the thread that waited, or null where the recording does not name it
     * @param monitorClass the class of the monitor in Java's notation, or null where it is not recorded; {@code [I} is the
     *     JVM's own lock of a class that is linked or initialized
     * @param previousOwner the thread that held the monitor last before this one entered it, which is not always the one that
     *     held it when the wait began; null where the recording does not name it
     * @param stack the stack that waited
     */
    record MonitorEnter(
            long startNanos,
            long nanos,
            @Nullable ThreadRef thread,
            @Nullable String monitorClass,
            @Nullable ThreadRef previousOwner,
            StackTrace stack)
            implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.JavaMonitorEnter";

        /** A wait that began at a point in time. */
        public MonitorEnter(
                Instant start,
                long nanos,
                @Nullable ThreadRef thread,
                @Nullable String monitorClass,
                @Nullable ThreadRef previousOwner,
                StackTrace stack) {
            this(EpochNanos.of(start), nanos, thread, monitorClass, previousOwner, stack);
        }

        /** A wait whose recording does not name the previous owner. */
        public MonitorEnter(
                Instant start,
                long nanos,
                @Nullable ThreadRef thread,
                @Nullable String monitorClass,
                StackTrace stack) {
            this(start, nanos, thread, monitorClass, null, stack);
        }

        /** When it began to wait. */
        public Instant start() {
            return EpochNanos.toInstant(startNanos);
        }

        /** Null for a platform thread, which has no carrier to keep, and where the recording does not name the thread. */
        static @Nullable MonitorEnter from(EventView event, @Nullable ThreadRef thread) {
            if (thread == null || !thread.virtual()) {
                return null;
            }
            return new MonitorEnter(
                    event.startNanos(),
                    event.nanosLasted(),
                    thread,
                    event.text("monitorClass"),
                    event.has("previousOwner") ? event.thread("previousOwner") : null,
                    event.stack());
        }
    }

    /**
     * A class that was loaded: {@code jdk.ClassLoad}, every JDK, off by default. Who waits for a monitor meanwhile that the
     * thread holds waits for the class.
     *
     * @param startNanos when it began, in nanoseconds since 1970
     * @param nanos how long it took, in nanoseconds
     * @param javaThreadId {@link Thread#threadId()} of the thread that loaded it
     */
    record ClassLoad(long startNanos, long nanos, long javaThreadId) implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.ClassLoad";

        /** Null where the recording does not name the thread. */
        static @Nullable ClassLoad from(EventView event) {
            ThreadRef thread = event.oneOfMany("eventThread");
            return thread == null
                    ? null
                    : new ClassLoad(event.startNanos(), event.nanosLasted(), thread.javaThreadId());
        }
    }

    /**
     * A virtual thread that waited in {@link Object#wait()}, or for another thread to initialize a class: {@code jdk.JavaMonitorWait},
     * every JDK. It keeps its carrier meanwhile on JDK 21 to 23. From 24 on it unmounts, or leaves a {@code
     * jdk.VirtualThreadPinned} as well; then the event says which monitor it was, and its stack is not read.
     *
     * @param startNanos when it began to wait, in nanoseconds since 1970
     * @param nanos how long it waited, in nanoseconds
     * @param thread the thread that waited, or null where the recording does not name it
     * @param monitorClass the class of the monitor in Java's notation, or null where it is not recorded; {@code [I} is the
     *     JVM's own lock of a class that is initialized
     * @param notifier the thread that ended the wait by a notification, or null where none did or the recording does not
     *     name it
     * @param timedOut whether the wait ended because its time was over
     * @param stack the stack that waited; {@link StackTrace#NONE} where it was not read
     * @param pins whether the event stands for a pin of its own: on JDK 21 to 23
     */
    record MonitorWait(
            long startNanos,
            long nanos,
            @Nullable ThreadRef thread,
            @Nullable String monitorClass,
            @Nullable ThreadRef notifier,
            boolean timedOut,
            StackTrace stack,
            boolean pins)
            implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.JavaMonitorWait";

        /** A wait of JDK 21 to 23 that began at a point in time. */
        public MonitorWait(
                Instant start,
                long nanos,
                @Nullable ThreadRef thread,
                @Nullable String monitorClass,
                @Nullable ThreadRef notifier,
                boolean timedOut,
                StackTrace stack) {
            this(EpochNanos.of(start), nanos, thread, monitorClass, notifier, timedOut, stack, true);
        }

        /** A wait of JDK 21 to 23 whose recording does not say what ended it. */
        public MonitorWait(
                Instant start,
                long nanos,
                @Nullable ThreadRef thread,
                @Nullable String monitorClass,
                StackTrace stack) {
            this(start, nanos, thread, monitorClass, null, false, stack);
        }

        /** When it began to wait. */
        public Instant start() {
            return EpochNanos.toInstant(startNanos);
        }

        /** The stack, or null where it was not read. */
        @Nullable
        StackTrace stackRead() {
            return pins ? stack : null;
        }

        /** Null for a platform thread, which has no carrier to keep, and where the recording does not name the thread. */
        static @Nullable MonitorWait from(EventView event, @Nullable ThreadRef thread) {
            if (thread == null || !thread.virtual()) {
                return null;
            }
            boolean pins = !event.isRecorded(Pin.EVENT, Pin.REASON_FIELD);
            return new MonitorWait(
                    event.startNanos(),
                    event.nanosLasted(),
                    thread,
                    event.text("monitorClass"),
                    event.has("notifier") ? event.thread("notifier") : null,
                    event.has("timedOut") && event.isTrue("timedOut"),
                    pins ? event.stack() : StackTrace.NONE,
                    pins);
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
            implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "dev.loomweight.SchedulerDelay";

        private static final long LEAST_PERIOD_NANOS = 1_000_000;

        /** Null for an event that another program wrote under that name, or a damaged one. */
        static @Nullable SchedulerDelay from(EventView event) {
            if (!event.has("histogram") || !event.has("open") || !event.has("period")) {
                return null;
            }
            String histogram = event.text("histogram");
            SchedulerDelay delay = new SchedulerDelay(
                    event.startTime(),
                    Math.max(LEAST_PERIOD_NANOS, event.longValue("period")),
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

    /**
     * A virtual thread with a name that started: {@code jdk.VirtualThreadStart}, JDK 21 and later, off by default. There can
     * be millions of them, most without a name.
     *
     * @param javaThreadId its {@link Thread#threadId()}
     * @param name its name
     */
    record VirtualThreadStart(long javaThreadId, String name) implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.VirtualThreadStart";

        /** Null where the thread has no name, or the recording does not hold it. */
        static @Nullable VirtualThreadStart from(EventView event) {
            ThreadRef thread = event.thread("eventThread");
            return thread == null || thread.name().isEmpty()
                    ? null
                    : new VirtualThreadStart(event.longValue("javaThreadId"), thread.name());
        }
    }

    /**
     * A virtual thread that ended: {@code jdk.VirtualThreadEnd}, JDK 21 and later, off by default. Only their number is of
     * use.
     *
     * @param javaThreadId its {@link Thread#threadId()}
     */
    record VirtualThreadEnd(long javaThreadId) implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.VirtualThreadEnd";

        static VirtualThreadEnd from(EventView event) {
            return new VirtualThreadEnd(event.longValue("javaThreadId"));
        }
    }

    /**
     * A platform thread that starts: {@code jdk.ThreadStart}, every JDK.
     *
     * @param atNanos when, in nanoseconds since 1970; of several, when the first did
     * @param carrier of a thread of the scheduler of virtual threads, the carrier's number, from its name: the scheduler
     *     numbers its carriers from 1 as it makes them; of others {@link CarrierNames#NONE}
     * @param count how many started so, above 0; an event is of one
     * @param stack of the thread that started it, from the caller of {@link Thread#start} on; empty where it is not recorded
     */
    record ThreadStart(long atNanos, long carrier, long count, StackTrace stack) implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.ThreadStart";

        /** That of a carrier, of which it is not known who started it. */
        public static ThreadStart ofCarrier(long atNanos, long number) {
            return new ThreadStart(atNanos, number, 1, StackTrace.NONE);
        }

        /** When it started. */
        public Instant time() {
            return EpochNanos.toInstant(atNanos);
        }

        /** Whether it is a carrier of virtual threads. */
        public boolean isCarrier() {
            return carrier != CarrierNames.NONE;
        }

        static ThreadStart from(EventView event) {
            return new ThreadStart(event.startNanos(), Carriers.numberOf(event, "thread"), 1, event.stack());
        }
    }

    /**
     * A carrier that ends: {@code jdk.ThreadEnd} of a thread of the scheduler of virtual threads, JDK 21 and later.
     *
     * @param atNanos when, in nanoseconds since 1970
     * @param number the carrier's number, from its name: the scheduler numbers its carriers from 1 as it makes them
     */
    record CarrierEnd(long atNanos, long number) implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.ThreadEnd";

        /** When it ended. */
        public Instant time() {
            return EpochNanos.toInstant(atNanos);
        }

        /** Null for a thread that is no carrier. */
        static @Nullable CarrierEnd from(EventView event) {
            long number = Carriers.numberOf(event, "thread");
            return number == CarrierNames.NONE ? null : new CarrierEnd(event.startNanos(), number);
        }
    }

    /**
     * How many Java threads there are, platform threads alone: {@code jdk.JavaThreadStatistics}, JDK 11 and later.
     *
     * @param time when
     * @param active how many there are
     * @param peak the most that there were at once
     */
    record ThreadStatistics(Instant time, long active, long peak) implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.JavaThreadStatistics";

        static ThreadStatistics from(EventView event) {
            return new ThreadStatistics(
                    event.startTime(), event.longValue("activeCount"), event.longValue("peakCount"));
        }
    }
}
