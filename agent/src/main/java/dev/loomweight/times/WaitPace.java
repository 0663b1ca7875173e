package dev.loomweight.times;

import java.time.Duration;
import java.util.List;

/**
 * How long waits must be that are recorded: the threshold of a method trace, which follows their rate. Some {@value
 * #MOST_EVENTS} events a second are a megabyte a minute.
 *
 * <p>Used by one thread.
 */
public final class WaitPace {

    private static final int MOST_EVENTS = 500;
    private static final int MOST_IN_A_SECOND = 2000;
    private static final int FEW_EVENTS = 20;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long SPAN = Duration.ofSeconds(10).toNanos();

    /** Shorter ones can be millions a second: to write one of a millisecond takes as long as many programs wait. */
    private static final List<Duration> STEPS = List.of(
            Duration.ofMillis(20),
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(200),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10));

    private int step;
    private long secondNanos;
    private long secondCount;
    private long spanNanos;
    private long spanCount;

    /** A pace that begins with the shortest waits. */
    public WaitPace(long nowNanos) {
        secondNanos = nowNanos;
        spanNanos = nowNanos;
    }

    /** The threshold in force. */
    public Duration threshold() {
        return STEPS.get(step);
    }

    /**
     * Looks at the number of events; to be called some times a second.
     *
     * @param nowNanos as {@link System#nanoTime}
     * @param count how many there have been since the beginning
     * @return whether the threshold is another from now on
     */
    public boolean look(long nowNanos, long count) {
        if (nowNanos - secondNanos >= SECOND) {
            double rate = (double) (count - secondCount) * SECOND / (nowNanos - secondNanos);
            secondNanos = nowNanos;
            secondCount = count;
            if (rate > MOST_IN_A_SECOND && step < STEPS.size() - 1) {
                // How many of them are longer is not known: so many more steps as they are too many.
                int steps = rate > 10.0 * MOST_IN_A_SECOND ? 4 : 2;
                return change(Math.min(STEPS.size() - 1, step + steps), nowNanos, count);
            }
        }
        if (nowNanos - spanNanos < SPAN) {
            return false;
        }
        double rate = (double) (count - spanCount) * SECOND / (nowNanos - spanNanos);
        int next = rate > MOST_EVENTS
                ? Math.min(STEPS.size() - 1, step + 1)
                : rate < FEW_EVENTS ? Math.max(0, step - 1) : step;
        spanNanos = nowNanos;
        spanCount = count;
        return next != step && change(next, nowNanos, count);
    }

    private boolean change(int next, long nowNanos, long count) {
        step = next;
        spanNanos = nowNanos;
        spanCount = count;
        secondNanos = nowNanos;
        secondCount = count;
        return true;
    }
}
