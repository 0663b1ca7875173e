package dev.loomweight.sample.state;

import dev.loomweight.sample.InPlace;
import java.time.Instant;
import java.util.List;

/**
 * How long virtual threads that were ready waited for a carrier.
 *
 * @param ended the waits that ended
 * @param raised the alarms
 * @param latest what was measured last
 * @param longest the measurement with the longest wait
 * @param lateNanos how late the thread that measures was at most, in nanoseconds
 */
public record DelayParts(Ended ended, Raised raised, Latest latest, Longest longest, long lateNanos)
        implements StateParts {

    /**
     * The waits that ended.
     *
     * @param sumNanos their sum, in nanoseconds
     * @param maxNanos the longest of them, in nanoseconds
     * @param histogram all, as {@link dev.loomweight.amount.DurationHistogram#text} writes them
     */
    public record Ended(long sumNanos, long maxNanos, String histogram) implements InPlace {}

    /**
     * The alarms of the agent.
     *
     * @param alarms the first ones
     * @param alarmCount how many there are
     */
    public record Raised(List<Alarm> alarms, long alarmCount) implements InPlace {

        /** @throws IllegalArgumentException if there are fewer alarms than those that are listed */
        public Raised {
            alarms = List.copyOf(alarms);
            if (alarmCount < alarms.size()) {
                throw new IllegalArgumentException(alarmCount + " alarms, of which there are " + alarms.size());
            }
        }
    }

    /**
     * A measurement, the last one.
     *
     * @param last when it was
     * @param lastOpenNanos how long a thread had been waiting then, in nanoseconds; 0 if it ran
     * @param lastPeriodNanos from one measurement to the next, in nanoseconds; positive
     */
    public record Latest(Instant last, long lastOpenNanos, long lastPeriodNanos) implements InPlace {

        /** @throws IllegalArgumentException if there is no time between two */
        public Latest {
            if (lastPeriodNanos < 1) {
                throw new IllegalArgumentException("each " + lastPeriodNanos + " ns");
            }
        }
    }

    /**
     * A measurement, that with the longest wait.
     *
     * @param worst when it ended
     * @param worstNanos its longest wait, in nanoseconds; -1 if there is none
     */
    public record Longest(Instant worst, long worstNanos) implements InPlace {}

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
