package dev.loomweight.fleet;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How amounts are distributed: one for each recording. Number and maximum are exact; percentiles are at most 1 % too high.
 * Merging two gives exactly that of all their amounts, in any order.
 */
public final class Distribution {

    private static final int PRECISION_BITS = 7;

    /** That of the largest amount. */
    static final int LAST_BUCKET = bucket(Long.MAX_VALUE);

    // How many amounts each bucket has; buckets are numbered in ascending order of amount.
    private final TreeMap<Integer, Long> buckets = new TreeMap<>();
    private long max;

    /** Adds an amount; a negative one counts as 0. */
    public void add(long amount) {
        long value = Math.max(0, amount);
        buckets.merge(bucket(value), 1L, Long::sum);
        max = Math.max(max, value);
    }

    /** Adds all amounts of another, which is not changed. */
    public void addAll(Distribution other) {
        other.buckets.forEach((bucket, count) -> buckets.merge(bucket, count, Long::sum));
        max = Math.max(max, other.max);
    }

    /** How many amounts there are. */
    public long count() {
        return buckets.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The largest amount; 0 if there are none. */
    public long max() {
        return max;
    }

    /**
     * The smallest amount that at least a part of all do not exceed.
     *
     * @param percent 0 to 100
     * @return 0 if there are no amounts
     */
    public long percentile(int percent) {
        long rank = Math.max(1, (count() * percent + 99) / 100);
        long seen = 0;
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            seen += bucket.getValue();
            if (seen >= rank) {
                return Math.min(max, largestOf(bucket.getKey()));
            }
        }
        return 0;
    }

    SortedMap<Integer, Long> buckets() {
        return buckets;
    }

    /** Adds amounts that were written; {@code largest} is at least that of any. */
    void restore(Map<Integer, Long> written, long largest) {
        written.forEach((bucket, count) -> buckets.merge(bucket, count, Long::sum));
        max = Math.max(max, largest);
    }

    private static int bucket(long amount) {
        int shift = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(amount | 1) - PRECISION_BITS);
        return (shift << PRECISION_BITS) + (int) (amount >>> shift);
    }

    private static long largestOf(int bucket) {
        int shift = Math.max(0, (bucket >>> PRECISION_BITS) - 1);
        long significant = bucket - ((long) shift << PRECISION_BITS);
        return ((significant + 1) << shift) - 1;
    }
}
