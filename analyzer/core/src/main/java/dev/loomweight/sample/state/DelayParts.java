package dev.loomweight.sample.state;

import java.time.Instant;
import java.util.List;

/**
 * How long virtual threads that were ready waited for a carrier.
 *
 * @param sumNanos the sum of the waits that ended, in nanoseconds
 * @param maxNanos the longest of them, in nanoseconds
 * @param histogram the waits that ended, as {@link dev.loomweight.amount.DurationHistogram#text} writes them
 * @param alarms the first alarms
 * @param alarmCount how many alarms there are
 * @param last when it was measured last
 * @param lastOpenNanos how long a thread had been waiting then, in nanoseconds; 0 if it ran
 * @param lastPeriodNanos from one measurement to the next, in nanoseconds; positive
 * @param worst when the measurement with the longest wait ended
 * @param worstNanos its longest wait, in nanoseconds; -1 if there is none
 * @param lateNanos how late the thread that measures was at most, in nanoseconds
 */
public record DelayParts(
        long sumNanos,
        long maxNanos,
        String histogram,
        List<Alarm> alarms,
        long alarmCount,
        Instant last,
        long lastOpenNanos,
        long lastPeriodNanos,
        Instant worst,
        long worstNanos,
        long lateNanos)
        implements StateParts {

    /** @throws IllegalArgumentException if there are fewer alarms than those that are listed */
    public DelayParts {
        alarms = List.copyOf(alarms);
        if (alarmCount < alarms.size() || lastPeriodNanos < 1) {
            throw new IllegalArgumentException(alarmCount + " alarms, each " + lastPeriodNanos + " ns");
        }
    }

    /**
     * An alarm of the agent.
     *
     * @param time when it was raised
     * @param words what sat on the carriers
     */
    public record Alarm(Instant time, String words) implements Comparable<Alarm> {

        @Override
        public int compareTo(Alarm other) {
            int byTime = time.compareTo(other.time);
            return byTime == 0 ? words.compareTo(other.words) : byTime;
        }
    }
}
