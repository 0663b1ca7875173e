package dev.loomweight.live;

import dev.loomweight.jvm.DelayHistogram;
import dev.loomweight.sample.SchedulerDelay;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** How long virtual threads waited for a carrier in the last seconds, from the events of the agent's probe. */
final class LiveDelays {

    private final long mostSeconds;
    private final Deque<SchedulerDelay> recent = new ArrayDeque<>();
    private @Nullable SchedulerDelay last;
    private long alarms;

    /** @param mostSeconds for how many seconds they are remembered */
    LiveDelays(long mostSeconds) {
        this.mostSeconds = mostSeconds;
    }

    void add(SchedulerDelay delay) {
        if (delay.alarm() != null) {
            alarms++;
        }
        recent.addLast(delay);
        // Events of several recordings can come out of order; the newest says what is now.
        if (last == null || !delay.time().isBefore(last.time())) {
            last = delay;
        }
        long oldest = last.time().getEpochSecond() - mostSeconds;
        recent.removeIf(seen -> seen.time().getEpochSecond() < oldest);
    }

    /**
     * The figures of a window.
     *
     * @param from its first second, since 1970
     */
    LiveFigures.Delays since(long from) {
        SchedulerDelay newest = last;
        if (newest == null || newest.time().getEpochSecond() < from) {
            return LiveFigures.Delays.NONE;
        }
        DelayHistogram all = new DelayHistogram();
        for (SchedulerDelay delay : recent) {
            if (delay.time().getEpochSecond() >= from) {
                all.add(delay.delays());
            }
        }
        if (newest.openNanos() > 0) {
            all.addAll(newest.openNanos(), newest.periodNanos());
        }
        return new LiveFigures.Delays(
                all.quantileNanos(0.5), all.quantileNanos(0.99), all.maxNanos(), newest.openNanos(), alarms);
    }
}
