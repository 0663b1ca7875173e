package dev.loomweight.fold;

import java.util.Arrays;
import java.util.List;

/**
 * A histogram of durations: exact count, sum and maximum, and percentiles to two significant digits (1 %). Merging two
 * gives exactly the histogram of all their durations.
 *
 * <p>The buckets are those of an HdrHistogram with two digits: one for each duration below 256 ns, and 128 for every
 * doubling above. Only used buckets take memory: a few dozen for the pins of one stack, where an HdrHistogram takes 19 KB,
 * so that each of thousands of stacks can have one.
 */
public final class DurationHistogram {

    private static final int PRECISION_BITS = 7;
    private static final int SMALLEST = 8;
    private static final int COUNT_BITS = 48;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    // A hash table with open addressing; 0 is an empty slot. The upper bits hold the bucket plus one, the lower bits
    // its
    // count: one word for both, so that adding a duration reads memory in one place.
    private long[] slots = new long[SMALLEST];
    private int used;
    private long count;
    private long sumNanos;
    private long maxNanos;

    /** Adds one duration, in nanoseconds; a negative one, from a clock that was set back, counts as 0. */
    public void add(long nanos) {
        long length = Math.max(0, nanos);
        add(bucket(length) + 1, 1);
        count++;
        sumNanos = Sum.together(sumNanos, length);
        maxNanos = Math.max(maxNanos, length);
    }

    /** Adds all durations of another, which is not changed. */
    public void addAll(DurationHistogram other) {
        if (used == 0) {
            slots = other.slots.clone();
            used = other.used;
        } else {
            for (long slot : other.slots) {
                if (slot != 0) {
                    add((int) (slot >>> COUNT_BITS), slot & COUNT_MASK);
                }
            }
        }
        count += other.count;
        sumNanos = Sum.together(sumNanos, other.sumNanos);
        maxNanos = Math.max(maxNanos, other.maxNanos);
    }

    private void add(int key, long times) {
        int at = find(key);
        if (slots[at] == 0) {
            slots[at] = (long) key << COUNT_BITS;
            used++;
        }
        slots[at] += times;
        if (used * 2 > slots.length) {
            grow();
        }
    }

    private int find(int key) {
        int mask = slots.length - 1;
        int at = ((key * 0x9E37_79B9) >>> 16) & mask;
        while (slots[at] != 0 && slots[at] >>> COUNT_BITS != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        for (long slot : old) {
            if (slot != 0) {
                slots[find((int) (slot >>> COUNT_BITS))] = slot;
            }
        }
    }

    /** The bucket of a duration; buckets are numbered in ascending order of duration. */
    private static int bucket(long nanos) {
        int shift = shift(nanos);
        return (shift << PRECISION_BITS) + (int) (nanos >>> shift);
    }

    // The number of lower bits that are ignored.
    private static int shift(long nanos) {
        return Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos | 1) - PRECISION_BITS);
    }

    /** The longest duration in a bucket. */
    private static long longestOf(int bucket) {
        int shift = Math.max(0, (bucket >>> PRECISION_BITS) - 1);
        long significant = bucket - ((long) shift << PRECISION_BITS);
        return ((significant + 1) << shift) - 1;
    }

    /** The number of buckets that have a duration. */
    public int buckets() {
        return used;
    }

    /**
     * The same with fewer buckets: each stands for the middle of some, so that percentiles are within {@code 2^coarseness}
     * times 0.4 %.
     *
     * @param coarseness 0 for all buckets; 1 where two become one, 2 for four, and so on
     */
    public DurationHistogram coarser(int coarseness) {
        DurationHistogram coarse = new DurationHistogram();
        forEach((number, in) -> {
            int first = number >> coarseness << coarseness;
            // The short ones have a bucket for each nanosecond.
            coarse.add((number < 1 << PRECISION_BITS ? number : first + (1 << coarseness >> 1)) + 1, in);
        });
        coarse.count = count;
        coarse.sumNanos = sumNanos;
        coarse.maxNanos = maxNanos;
        return coarse;
    }

    /** The longest duration in a bucket, in nanoseconds. */
    static long longestIn(int number) {
        return longestOf(number);
    }

    /** Takes one bucket. */
    @FunctionalInterface
    public interface Bucket {

        /**
         * One bucket.
         *
         * @param number its number, in ascending order of duration, from 0
         * @param count how many durations are in it; positive
         */
        void accept(int number, long count);
    }

    /** Passes on the buckets that have a duration, in their order. */
    public void forEach(Bucket to) {
        for (long slot : sorted()) {
            to.accept((int) (slot >>> COUNT_BITS) - 1, slot & COUNT_MASK);
        }
    }

    /**
     * Adds what was passed on of another.
     *
     * @param sum the count, sum and maximum of the other, which must be those of its buckets
     * @param numbers the numbers of its buckets
     * @param counts how many durations are in each
     * @throws IllegalArgumentException if there is no such bucket, or the counts do not add up
     */
    public void add(Sum sum, List<Integer> numbers, List<Long> counts) {
        long all = 0;
        if (numbers.size() != counts.size() || sum.nanos() < 0 || sum.maxNanos() < 0) {
            throw new IllegalArgumentException(numbers.size() + " buckets, " + counts.size() + " counts");
        }
        for (int i = 0; i < numbers.size(); i++) {
            long in = counts.get(i);
            if (numbers.get(i) < 0 || numbers.get(i) > bucket(Long.MAX_VALUE) || in < 1 || in > COUNT_MASK) {
                throw new IllegalArgumentException(in + " in bucket " + numbers.get(i));
            }
            all += in;
        }
        if (all != sum.count() || all < 0 || all > COUNT_MASK) {
            throw new IllegalArgumentException(sum.count() + " durations, " + all + " in buckets");
        }
        for (int i = 0; i < numbers.size(); i++) {
            add(numbers.get(i) + 1, counts.get(i));
        }
        count += sum.count();
        sumNanos = Sum.together(sumNanos, sum.nanos());
        maxNanos = Math.max(maxNanos, sum.maxNanos());
    }

    /** Count, sum and maximum. */
    public Sum sum() {
        return new Sum(count, sumNanos, maxNanos);
    }

    /** The number of durations. */
    public long count() {
        return count;
    }

    /** Their sum, in nanoseconds; at most 292 years. */
    public long sumNanos() {
        return sumNanos;
    }

    /** The longest, in nanoseconds; 0 if there are none. */
    public long maxNanos() {
        return maxNanos;
    }

    /**
     * Percentiles, in nanoseconds.
     *
     * @param percents 0 to 100, ascending
     * @return one percentile for each
     */
    public long[] percentilesNanos(double... percents) {
        long[] sorted = sorted();
        long[] lengths = new long[percents.length];
        long seen = 0;
        int next = 0;
        for (int i = 0; i < percents.length; i++) {
            long rank = Math.max(1, (long) Math.ceil(Math.nextDown(percents[i] * count / 100)));
            while (seen < rank && next < sorted.length) {
                seen += sorted[next++] & COUNT_MASK;
            }
            long longest = next == 0 ? 0 : longestOf((int) (sorted[next - 1] >>> COUNT_BITS) - 1);
            lengths[i] = Math.min(maxNanos, longest);
        }
        return lengths;
    }

    private long[] sorted() {
        long[] sorted = new long[used];
        int filled = 0;
        for (long slot : slots) {
            if (slot != 0) {
                sorted[filled++] = slot;
            }
        }
        Arrays.sort(sorted);
        return sorted;
    }

    /** One percentile, in nanoseconds. */
    long percentileNanos(double percent) {
        return percentilesNanos(percent)[0];
    }
}
