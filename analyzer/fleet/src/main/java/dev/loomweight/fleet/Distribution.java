package dev.loomweight.fleet;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How amounts are distributed: one for each recording. Number and maximum are exact; percentiles are at most 1 % too high.
 * Merging two gives exactly that of all their amounts, in any order. An accumulator.
 *
 * @param buckets the amounts by the number of their bucket, in ascending order of amount
 */
public record Distribution(SortedMap<Integer, Bucket> buckets) {

    private static final int PRECISION_BITS = 7;

    /**
     * Amounts that count as equal.
     *
     * @param count how many
     * @param max the largest
     */
    record Bucket(long count, long max) {

        private Bucket and(Bucket other) {
            return new Bucket(count + other.count, Math.max(max, other.max));
        }
    }

    /** @throws IllegalArgumentException if an amount is in a bucket in which it cannot be, or a number is negative */
    public Distribution {
        buckets.forEach((number, bucket) -> {
            GroupSums.notNegative(bucket.count, bucket.max);
            if (number != bucket(bucket.max)) {
                throw new IllegalArgumentException("not in bucket " + number + ": " + bucket.max);
            }
        });
    }

    /** One of no amounts. */
    public Distribution() {
        this(new TreeMap<>());
    }

    /** Adds an amount; a negative one counts as 0. */
    public void add(long amount) {
        long value = Math.max(0, amount);
        buckets.merge(bucket(value), new Bucket(1, value), Bucket::and);
    }

    /** Adds all amounts of another, which is not changed. */
    public void addAll(Distribution other) {
        other.buckets.forEach((number, bucket) -> buckets.merge(number, bucket, Bucket::and));
    }

    /** How many amounts there are. */
    public long count() {
        return buckets.values().stream().mapToLong(Bucket::count).sum();
    }

    /** The largest amount; 0 if there are none. */
    public long max() {
        return buckets.isEmpty() ? 0 : buckets.lastEntry().getValue().max;
    }

    /** The largest amount; null if there are none. */
    @Nullable
    Long highest() {
        return buckets.isEmpty() ? null : Long.valueOf(max());
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
        for (Map.Entry<Integer, Bucket> bucket : buckets.entrySet()) {
            seen += bucket.getValue().count;
            if (seen >= rank) {
                return Math.min(max(), largestOf(bucket.getKey()));
            }
        }
        return 0;
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
