package dev.loomweight.fold;

import dev.loomweight.sample.Coverage.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How durations, such as those of the pins of a site, spread within one run: over equal slices of its recorded time, and by
 * their lengths. It shows by how much another run of the same program may differ.
 *
 * @param counts how many began in each of the {@link #SLICES} slices; of several processes, each is sliced by its own
 *     time; empty where that is not known
 * @param nanos how long those together were, in nanoseconds; empty where that is not known
 * @param logs the sum of the natural logarithms of their lengths in nanoseconds, by slice; empty where that is not known
 * @param squares the sum of the squares of their lengths, in square nanoseconds
 * @param logSquares the sum of the squares of those logarithms
 * @param marginal how many are so little longer than the threshold that a busier or idler machine decides whether they are
 *     recorded
 */
public record SlicedSpread(
        List<Long> counts, List<Long> nanos, List<Double> logs, double squares, double logSquares, long marginal) {

    /** How many slices a run has. */
    public static final int SLICES = 20;

    /** The ratio that machines may differ by. */
    private static final double MARGIN = 1.2;

    /** Of durations of which only sums are known. */
    public static final SlicedSpread UNKNOWN = new SlicedSpread(List.of(), List.of(), List.of(), 0, 0, 0);

    /** @throws IllegalArgumentException if there are more or fewer slices */
    public SlicedSpread {
        counts = List.copyOf(counts);
        nanos = List.copyOf(nanos);
        logs = List.copyOf(logs);
        if (counts.size() != nanos.size()
                || (!counts.isEmpty() && counts.size() != SLICES)
                || (!logs.isEmpty() && logs.size() != counts.size())) {
            throw new IllegalArgumentException(counts.size() + ", " + nanos.size() + " and " + logs.size() + " slices");
        }
    }

    /** Whether there is more than sums. */
    public boolean isKnown() {
        return !counts.isEmpty();
    }

    /** Sums them up, one by one; not for several threads at once. */
    public static final class Builder {
        private final long[] counts = new long[SLICES];
        private final long[] nanos = new long[SLICES];
        private final double[] logs = new double[SLICES];
        private final double fromNanos;
        private double squares;
        private double logSquares;
        private long marginal;

        /**
         * None yet.
         *
         * @param threshold shorter ones were not recorded
         */
        public Builder(Duration threshold) {
            fromNanos = MARGIN * threshold.toNanos();
        }

        /** Adds a duration, in nanoseconds. */
        public void add(int slice, long duration) {
            counts[slice]++;
            nanos[slice] += duration;
            squares += (double) duration * duration;
            double log = Math.log((double) Math.max(1, duration));
            logs[slice] += log;
            logSquares += log * log;
            marginal += duration < fromNanos ? 1 : 0;
        }

        /**
         * Their spread; unknown where less than half of all are here.
         *
         * @param all how many there are, whether they were added or not
         */
        public SlicedSpread build(long all) {
            return 2 * LongStream.of(counts).sum() < all
                    ? UNKNOWN
                    : new SlicedSpread(
                            LongStream.of(counts).boxed().toList(),
                            LongStream.of(nanos).boxed().toList(),
                            DoubleStream.of(logs).boxed().toList(),
                            squares,
                            logSquares,
                            marginal);
        }
    }

    /** Equal slices of the recorded time. */
    public static final class Slices {
        private final long[] starts;
        private final long[] lengths;
        // How much was recorded before each span.
        private final long[] before;
        private final double slice;

        /** @param recorded when it was recorded, {@linkplain Span#apart apart}; longer than nothing */
        public Slices(List<Span> recorded) {
            starts = recorded.stream().mapToLong(Span::fromNanos).toArray();
            lengths = recorded.stream().mapToLong(Span::nanos).toArray();
            before = new long[starts.length];
            for (int i = 1; i < starts.length; i++) {
                before[i] = before[i - 1] + lengths[i - 1];
            }
            slice = (double) Span.nanos(recorded) / SLICES;
        }

        /** The slice that a time is in, or is nearest to, in nanoseconds since 1970. */
        public int of(long time) {
            int found = Arrays.binarySearch(starts, time);
            int span = Math.max(0, found >= 0 ? found : -found - 2);
            long within = Math.clamp(time - starts[span], 0, lengths[span]);
            return (int) Math.min((before[span] + within) / slice, SLICES - 1.0);
        }
    }

    /** Both together; unknown if one is. */
    public SlicedSpread plus(SlicedSpread other) {
        return isKnown() && other.isKnown()
                ? new SlicedSpread(
                        sums(counts, other.counts),
                        sums(nanos, other.nanos),
                        logs.isEmpty() || other.logs.isEmpty() ? List.of() : logSums(other.logs),
                        squares + other.squares,
                        logSquares + other.logSquares,
                        marginal + other.marginal)
                : UNKNOWN;
    }

    private static List<Long> sums(List<Long> some, List<Long> others) {
        List<Long> sums = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            sums.add(some.get(i) + others.get(i));
        }
        return sums;
    }

    private List<Double> logSums(List<Double> others) {
        return IntStream.range(0, SLICES)
                .mapToObj(i -> logs.get(i) + others.get(i))
                .toList();
    }

    /**
     * That of a part of them, as if they spread as all do.
     *
     * @param share of their number, from 0 to 1
     */
    public SlicedSpread part(double share) {
        return new SlicedSpread(
                parts(counts, share),
                parts(nanos, share),
                logs.stream().map(each -> each * share).toList(),
                squares * share,
                logSquares * share,
                Math.round(marginal * share));
    }

    private static List<Long> parts(List<Long> all, double share) {
        return all.stream().map(each -> Math.round(each * share)).toList();
    }
}
