package dev.loomweight.fold;

import java.util.Comparator;

/**
 * Some lengths of time together.
 *
 * @param count how many
 * @param nanos how long they are together, in nanoseconds; 292 years at most
 * @param maxNanos the longest; 0 if there is none
 */
public record Sum(long count, long nanos, long maxNanos) {

    /** None. */
    public static final Sum NONE = new Sum(0, 0, 0);

    /** The longest first, then the largest number. */
    public static final Comparator<Sum> HEAVIEST =
            Comparator.comparingLong(Sum::nanos).thenComparingLong(Sum::count).reversed();

    /** Both together. */
    public Sum plus(Sum other) {
        return new Sum(count + other.count, together(nanos, other.nanos), Math.max(maxNanos, other.maxNanos));
    }

    /**
     * Two lengths of time together: what is longer than a number can say (292 years) is as long as it can say. In any
     * order, more of them give the same.
     *
     * @param nanos not negative
     * @param more not negative
     */
    public static long together(long nanos, long more) {
        long sum = nanos + more;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
