package dev.loomweight.memory.growth;

import dev.loomweight.fold.LeastSquares;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * One figure at two moments or more, and whether it grows. Slopes are least squares over all moments; the error is half the
 * width of the 95 % confidence interval.
 *
 * @param times one per value, in order; empty where one of them is not known
 * @param values in bytes, at least two
 */
public record Course(List<Instant> times, List<Long> values) {

    /** With a larger share of the growth in one interval, it is a step. */
    private static final double STEP = 0.75;

    /** An interval with more of the time has most of any steady growth, too. */
    private static final double LONG = 0.5;

    /** With a lower share of the mean rate in the last third, growth has ended. */
    private static final double ENDED = 0.25;

    public Course {
        times = times.size() == values.size() ? List.copyOf(times) : List.of();
        values = List.copyOf(values);
    }

    /** What a figure did from the first moment to the last. */
    public enum Trend {
        /** It grows: the slope is larger than its error, in more than one step, and to the end. */
        GROWS("grows"),
        /** There is more at the end; too few moments for a slope with an error that is smaller. */
        GREW("grew"),
        /** It grew at one time, and not before or after. */
        STEP("one step"),
        /** It grew, and no longer does at the end. */
        ENDED("ended"),
        /** It moved, in no direction that is larger than the error. */
        UP_AND_DOWN("up and down"),
        /** There is less at the end. */
        SHRANK("shrank"),
        /** The change is no larger than what is taken for noise. */
        SAME("");

        private final String label;

        Trend(String label) {
            this.label = label;
        }

        /** Whether there is more, and not in one step or at one time alone. */
        public boolean isGrowth() {
            return this == GROWS || this == GREW;
        }

        /** A word in a table. */
        public String label() {
            return label;
        }
    }

    /**
     * A slope.
     *
     * @param perSecond in bytes
     * @param halfWidth of its 95 % confidence interval, in bytes per second; NaN for two moments, which have no error
     */
    public record Slope(double perSecond, double halfWidth) {

        /** Whether the figure rises by more than the error. */
        boolean isRising() {
            return perSecond - halfWidth > 0;
        }
    }

    /** The course of values by their times. */
    public static Course of(NavigableMap<Instant, Long> values) {
        return new Course(List.copyOf(values.keySet()), List.copyOf(values.values()));
    }

    /** The values by their times; empty where these are not known. */
    NavigableMap<Instant, Long> byTime() {
        NavigableMap<Instant, Long> values = new TreeMap<>();
        for (int i = 0; i < times.size(); i++) {
            values.put(times.get(i), this.values.get(i));
        }
        return values;
    }

    /** The value at the first moment. */
    public long first() {
        return values.getFirst();
    }

    /** The value at the last moment. */
    public long last() {
        return values.getLast();
    }

    /** The growth from the first moment to the last; negative for less. */
    public long change() {
        return last() - first();
    }

    /** The time from the first moment to the last; zero where times are not known. */
    public Duration window() {
        return times.isEmpty() ? Duration.ZERO : Duration.between(times.getFirst(), times.getLast());
    }

    /** The slope over time; empty where times are not known or all the same. */
    public Optional<Slope> slope() {
        return window().isPositive() ? fit(times.stream().map(this::seconds).toList()) : Optional.empty();
    }

    private double seconds(Instant time) {
        return Duration.between(times.getFirst(), time).toNanos() / 1e9;
    }

    private Optional<Slope> fit(List<Double> at) {
        double[][] rows = new double[at.size()][];
        double[] y = new double[at.size()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new double[] {1, at.get(i)};
            y[i] = values.get(i);
        }
        return LeastSquares.fit(rows, y)
                .map(terms -> new Slope(terms.get(1).value(), terms.get(1).halfWidth()));
    }

    /**
     * What it did.
     *
     * @param noise a change of no more than this is none, in bytes
     */
    public Trend trend(long noise) {
        int moments = values.size();
        if (Math.abs(change()) <= noise) {
            return Trend.SAME;
        } else if (change() < 0) {
            return Trend.SHRANK;
        } else if (moments == 2) {
            return Trend.GREW;
        }
        long largest = 0;
        long highest = first();
        long fall = 0;
        int steps = 0;
        for (int i = 1; i < moments; i++) {
            long step = values.get(i) - values.get(i - 1);
            largest = shareOfTime(i) > LONG ? largest : Math.max(largest, step);
            highest = Math.max(highest, values.get(i));
            fall = Math.max(fall, highest - values.get(i));
            steps += step > noise / 2 ? 1 : 0;
        }
        // A course that never falls far is no sawtooth.
        boolean rises = fall <= (1 - STEP) * change();
        boolean ends = rateAtEnd() < ENDED * change() / lengthFrom(0);
        if (rises && largest >= STEP * change()) {
            return Trend.STEP;
        } else if (rises && ends) {
            return Trend.ENDED;
        } else if (!slopeOverMoments().isRising()) {
            // Of few moments the error of a slope is many standard errors: several steps up are growth all the same.
            return rises && steps > 1 ? Trend.GREW : Trend.UP_AND_DOWN;
        }
        boolean lowsRise = lowest(moments / 2, moments) - lowest(0, moments / 2) > noise / 2;
        return rises || (lowsRise && !ends) ? Trend.GROWS : Trend.UP_AND_DOWN;
    }

    /** Where times are not known, the moments are taken as equally far apart. */
    private Slope slopeOverMoments() {
        return slope().or(() -> fit(IntStream.range(0, values.size())
                        .asDoubleStream()
                        .boxed()
                        .toList()))
                .orElseThrow();
    }

    private long lowest(int from, int to) {
        return Collections.min(values.subList(from, to));
    }

    private double rateAtEnd() {
        int from = values.size() - 1 - Math.max(1, (values.size() - 1) / 3);
        return (last() - values.get(from)) / lengthFrom(from);
    }

    /** What the interval before a moment is of all of the time. */
    private double shareOfTime(int moment) {
        return window().isPositive()
                ? (seconds(times.get(moment)) - seconds(times.get(moment - 1))) / seconds(times.getLast())
                : 1.0 / (values.size() - 1);
    }

    private double lengthFrom(int moment) {
        double seconds = times.isEmpty() ? 0 : seconds(times.getLast()) - seconds(times.get(moment));
        return seconds > 0 ? seconds : values.size() - 1.0 - moment;
    }
}
