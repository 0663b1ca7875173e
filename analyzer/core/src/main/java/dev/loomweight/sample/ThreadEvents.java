package dev.loomweight.sample;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.jvm.VirtualThreads;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a recording has of threads that wait for monitors or classes, that begin and end. */
public sealed interface ThreadEvents extends Sample {

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
            boolean pins = !event.isRecorded(PinEvents.Pin.EVENT, PinEvents.Pin.REASON_FIELD);
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
     * A virtual thread that waited without its carrier: {@code jdk.MethodTrace} of the method in which virtual threads leave
     * it, JDK 25 and later, off by default. It lasts until the thread runs again, so that waiting for a carrier is in it. A
     * wait in {@link Object#wait()}, which the JVM ends, is a trace of that method. Waiting to enter a monitor is in none.
     *
     * @param startNanos when it left its carrier, in nanoseconds since 1970
     * @param nanos how long it waited, in nanoseconds
     * @param thread the thread
     * @param notified whether it waited in {@link Object#wait()}
     * @param stack its stack, from the caller of the method that is traced on outwards
     */
    record TracedWait(long startNanos, long nanos, ThreadRef thread, boolean notified, StackTrace stack)
            implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = VirtualThreads.TRACE;

        private static final String OBJECT = "java.lang.Object";

        /**
         * Null for a trace of another method or of a platform thread. {@code Object.wait()} calls {@code wait(0)}, which is
         * traced too: of the two the outer one counts.
         */
        static @Nullable TracedWait from(EventView event, @Nullable ThreadRef thread) {
            if (thread == null || !thread.virtual()) {
                return null;
            }
            String method = String.valueOf(event.value("method.name"));
            boolean notified = method.equals("wait");
            if (!notified && !method.equals(VirtualThreads.UNMOUNTS)) {
                return null;
            }
            StackTrace stack = event.stack();
            boolean nested = notified
                    && !stack.frames().isEmpty()
                    && stack.frames().getFirst().className().equals(OBJECT);
            return nested ? null : new TracedWait(event.startNanos(), event.nanosLasted(), thread, notified, stack);
        }
    }

    /**
     * A virtual thread that started: {@code jdk.VirtualThreadStart}, JDK 21 and later, off by default. There can be millions of
     * them, most without a name.
     *
     * @param atNanos when, in nanoseconds since 1970
     * @param javaThreadId its {@link Thread#threadId()}
     * @param name its name; empty where it has none, or the recording does not hold it
     */
    record VirtualThreadStart(long atNanos, long javaThreadId, String name) implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.VirtualThreadStart";

        static VirtualThreadStart from(EventView event) {
            ThreadRef thread = event.thread("eventThread");
            return new VirtualThreadStart(
                    event.startNanos(), event.longValue("javaThreadId"), thread == null ? "" : thread.name());
        }
    }

    /**
     * A virtual thread that ended: {@code jdk.VirtualThreadEnd}, JDK 21 and later, off by default.
     *
     * @param atNanos when, in nanoseconds since 1970
     * @param javaThreadId its {@link Thread#threadId()}
     */
    record VirtualThreadEnd(long atNanos, long javaThreadId) implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.VirtualThreadEnd";

        static VirtualThreadEnd from(EventView event) {
            return new VirtualThreadEnd(event.startNanos(), event.longValue("javaThreadId"));
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
     * A platform thread that ends: {@code jdk.ThreadEnd}, every JDK.
     *
     * @param atNanos when, in nanoseconds since 1970
     * @param carrier as of {@link ThreadStart}
     * @param javaThreadId its {@link Thread#threadId()}; 0 where the recording does not hold it
     */
    record ThreadEnd(long atNanos, long carrier, long javaThreadId) implements ThreadEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.ThreadEnd";

        /** When it ended. */
        public Instant time() {
            return EpochNanos.toInstant(atNanos);
        }

        /** Whether it is a carrier of virtual threads. */
        public boolean isCarrier() {
            return carrier != CarrierNames.NONE;
        }

        static ThreadEnd from(EventView event) {
            ThreadRef thread = event.thread("thread");
            return new ThreadEnd(
                    event.startNanos(), Carriers.numberOf(event, "thread"), thread == null ? 0 : thread.javaThreadId());
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
