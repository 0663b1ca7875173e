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

    /** Of more threads a second, beginnings and ends are not recorded. */
    private static final int MOST_STARTS = 1000;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long SPAN = Duration.ofSeconds(10).toNanos();

    /** For how long a threshold that gave too many events is not tried again; twice as long each time that it gives them. */
    private static final long AGAIN = Duration.ofMinutes(2).toNanos();

    private static final long LATEST_AGAIN = Duration.ofHours(1).toNanos();

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

    private final Window second = new Window();
    private final Window span = new Window();
    private final Window starts = new Window();
    private boolean threads = true;
    private int step;
    private int tooLow = -1;
    private long tryAgain;
    private long untilAgain = AGAIN;

    /** Events since a moment. */
    private static final class Window {
        private long nanos;
        private long count;

        /** The events a second since then. */
        double rate(long nowNanos, long nowCount) {
            return (double) (nowCount - count) * SECOND / (nowNanos - nanos);
        }

        void begin(long nowNanos, long nowCount) {
            nanos = nowNanos;
            count = nowCount;
        }
    }

    /** A pace that begins with the shortest waits. */
    public WaitPace(long nowNanos) {
        second.begin(nowNanos, 0);
        span.begin(nowNanos, 0);
        starts.begin(nowNanos, 0);
    }

    /** The threshold in force. */
    public Duration threshold() {
        return STEPS.get(step);
    }

    /** Whether the beginnings and ends of threads are recorded; once there were too many, they no longer are. */
    public boolean isOfThreads() {
        return threads;
    }

    /**
     * Looks at the number of events; to be called some times a second.
     *
     * @param nowNanos as {@link System#nanoTime}
     * @param count how many waits there have been since the beginning
     * @param started how many threads have begun since then, as far as that was recorded
     * @return whether the threshold, or what is recorded of threads, is another from now on
     */
    public boolean look(long nowNanos, long count, long started) {
        boolean before = threads;
        if (threads && nowNanos - starts.nanos >= SECOND) {
            threads = starts.rate(nowNanos, started) <= MOST_STARTS;
            starts.begin(nowNanos, started);
        }
        return look(nowNanos, count) || before != threads;
    }

    private boolean look(long nowNanos, long count) {
        int before = step;
        if (nowNanos - second.nanos >= SECOND) {
            double rate = second.rate(nowNanos, count);
            second.begin(nowNanos, count);
            if (rate > MOST_IN_A_SECOND) {
                // How many of them are longer is not known: so many more steps as they are too many.
                step = Math.min(STEPS.size() - 1, step + (rate > 10.0 * MOST_IN_A_SECOND ? 4 : 2));
            }
        }
        if (step == before && nowNanos - span.nanos >= SPAN) {
            double rate = span.rate(nowNanos, count);
            span.begin(nowNanos, count);
            if (rate > MOST_EVENTS) {
                step = Math.min(STEPS.size() - 1, step + 1);
            } else if (rate < FEW_EVENTS && (step - 1 > tooLow || nowNanos - tryAgain >= 0)) {
                step = Math.max(0, step - 1);
            }
        }
        if (step > before) {
            untilAgain = tooLow >= before ? Math.min(LATEST_AGAIN, 2 * untilAgain) : AGAIN;
            tooLow = step - 1;
            tryAgain = nowNanos + untilAgain;
        }
        if (step != before) {
            second.begin(nowNanos, count);
            span.begin(nowNanos, count);
        }
        return step != before;
    }
}
