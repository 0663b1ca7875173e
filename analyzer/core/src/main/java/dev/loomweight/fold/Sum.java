package dev.loomweight.fold;

import dev.loomweight.amount.Saturating;
import java.util.Comparator;

/**
 * Count, sum and maximum of some durations.
 *
 * @param count number of durations
 * @param nanos their sum, in nanoseconds; at most 292 years
 * @param maxNanos the longest, in nanoseconds; 0 if there are none
 */
public record Sum(long count, long nanos, long maxNanos) {

    /** No durations. */
    public static final Sum NONE = new Sum(0, 0, 0);

    /** The largest sum first, then the largest count. */
    public static final Comparator<Sum> HEAVIEST = Sum::heaviestFirst;

    // The JDK's comparators are made at run time, in every run anew: they are serializable.
    private static int heaviestFirst(Sum one, Sum other) {
        int byNanos = Long.compare(other.nanos, one.nanos);
        return byNanos == 0 ? Long.compare(other.count, one.count) : byNanos;
    }

    /** The sum of both. */
    public Sum plus(Sum other) {
        return new Sum(count + other.count, together(nanos, other.nanos), Math.max(maxNanos, other.maxNanos));
    }

    /**
     * Adds two durations, in nanoseconds. A sum beyond the range of a long (292 years) is the largest long, whatever the
     * order of addition.
     *
     * @param nanos not negative
     * @param more not negative
     */
    public static long together(long nanos, long more) {
        return Saturating.sum(nanos, more);
    }
}
