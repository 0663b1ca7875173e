package dev.loomweight.agent;

import dev.loomweight.amount.Durations;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says when virtual threads wait too long for a carrier: once until they have run as they should for {@value
 * #QUIET_SECONDS} s. What is found out and written is done on threads of its own, since a log's lock can be held by a
 * virtual thread that never runs again.
 *
 * <p>Used by the probe's thread.
 */
final class DelayAlarm {

    /** How long no delay may be longer than half of the limit before the next alarm. */
    static final long QUIET_SECONDS = 30;

    /** How many thread dumps there are in an hour at most. */
    static final int MAX_DUMPS = 6;

    private static final long QUIET_NANOS = QUIET_SECONDS * 1_000_000_000L;
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private final long limitNanos;
    // Written now: a class that is loaded in an alarm can wait for a lock that a stuck thread holds.
    private final String limit;
    private final DelayFigures figures;
    private final Supplier<String> carriers;
    private final Dumps dumps;
    private final Consumer<String> log;
    private final Deque<Long> dumped = new ArrayDeque<>();
    private boolean raised;
    private boolean stuck;
    private long lastLongNanos;

    /** Takes thread dumps. */
    interface Dumps {

        /**
         * Takes one, without a carrier.
         *
         * @return where it is, or why there is none, as the end of a sentence; null to say nothing
         */
        @Nullable
        String take();
    }

    /**
     * @param limitNanos the longest delay that is borne, in nanoseconds
     * @param figures counts the alarms
     * @param carriers finds out what sits on the carriers
     * @param dumps takes dumps
     * @param log takes the lines; may block
     */
    DelayAlarm(long limitNanos, DelayFigures figures, Supplier<String> carriers, Dumps dumps, Consumer<String> log) {
        this.limitNanos = limitNanos;
        this.limit = Durations.text(limitNanos);
        this.figures = figures;
        this.carriers = carriers;
        this.dumps = dumps;
        this.log = log;
    }

    /**
     * A delay goes on.
     *
     * @param nanos how long already
     * @param nowNanos the time
     */
    void open(long nanos, long nowNanos) {
        if (nanos > limitNanos && !raised) {
            raised = true;
            stuck = true;
            raise(nanos, mayDump(nowNanos));
        }
        note(nanos, nowNanos);
    }

    /**
     * A delay ended.
     *
     * @param nanos how long it was
     * @param nowNanos the time
     */
    void ended(long nanos, long nowNanos) {
        if (stuck) {
            stuck = false;
            start(
                    "loomweight-alarm-log",
                    () -> log.accept("virtual threads run again, after " + Durations.text(nanos)));
        }
        note(nanos, nowNanos);
    }

    private void note(long nanos, long nowNanos) {
        if (nanos > limitNanos / 2) {
            lastLongNanos = nowNanos;
        } else if (raised && nowNanos - lastLongNanos > QUIET_NANOS) {
            raised = false;
        }
    }

    private boolean mayDump(long nowNanos) {
        while (!dumped.isEmpty() && nowNanos - dumped.peekFirst() > HOUR_NANOS) {
            dumped.removeFirst();
        }
        if (dumped.size() >= MAX_DUMPS) {
            return false;
        }
        dumped.addLast(nowNanos);
        return true;
    }

    private void raise(long nanos, boolean dump) {
        figures.alarm();
        start("loomweight-alarm", () -> {
            String found = "virtual threads have waited " + Durations.text(nanos) + " for a carrier (delay-alarm is "
                    + limit + "): " + carriers.get();
            figures.found(found);
            start("loomweight-alarm-log", () -> log.accept(found));
            String taken = dump ? dumps.take() : null;
            if (taken != null) {
                log.accept("virtual threads wait for a carrier: " + taken);
            }
        });
    }

    private static void start(String name, Runnable work) {
        try {
            Thread.ofPlatform().daemon().name(name).start(() -> Extra.start("line of an alarm", work::run));
        } catch (OutOfMemoryError e) {
            // No thread can be started; the figures have the alarm.
        }
    }
}
