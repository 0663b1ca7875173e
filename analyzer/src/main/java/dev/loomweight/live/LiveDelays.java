package dev.loomweight.live;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.sample.PinEvents.SchedulerDelay;
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
        DurationHistogram all = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        for (SchedulerDelay delay : recent) {
            if (delay.time().getEpochSecond() >= from) {
                all.addAll(delay.delays());
            }
        }
        if (newest.openNanos() > 0) {
            all.addStall(newest.openNanos(), newest.periodNanos());
        }
        return new LiveFigures.Delays(
                all.percentileNanos(50), all.percentileNanos(99), all.maxNanos(), newest.openNanos(), alarms);
    }
}
