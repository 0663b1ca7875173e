package dev.loomweight.analysis;

import dev.loomweight.report.Cell;
import java.util.Comparator;
import org.HdrHistogram.Histogram;

/**
 * Many lengths of time: their number, sum and maximum exactly, their percentiles to two significant digits (1 %). Sums of
 * two are exactly what both together would have given.
 */
final class Durations {

    /** The longest sum first, then the largest number. */
    static final Comparator<Durations> HEAVIEST = Comparator.comparingLong(Durations::sumNanos)
            .thenComparingLong(Durations::count)
            .reversed();

    private static final int SIGNIFICANT_DIGITS = 2;

    private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
    private long count;
    private long sumNanos;
    private long maxNanos;

    /** Adds one length of time, in nanoseconds; a negative one, by a clock that jumped, counts as 0. */
    void add(long nanos) {
        long length = Math.max(0, nanos);
        histogram.recordValue(length);
        count++;
        sumNanos += length;
        maxNanos = Math.max(maxNanos, length);
    }

    /** Adds all of the other, which is not changed. */
    void addAll(Durations other) {
        histogram.add(other.histogram);
        count += other.count;
        sumNanos += other.sumNanos;
        maxNanos = Math.max(maxNanos, other.maxNanos);
    }

    long count() {
        return count;
    }

    long sumNanos() {
        return sumNanos;
    }

    long maxNanos() {
        return maxNanos;
    }

    /**
     * The length that so many percent do not exceed, in nanoseconds.
     *
     * @param percent 0 to 100
     */
    long percentileNanos(double percent) {
        return Math.min(maxNanos, histogram.getValueAtPercentile(percent));
    }

    /** The percentile as a cell. */
    Cell percentile(double percent) {
        return new Cell.Nanos(percentileNanos(percent));
    }
}
