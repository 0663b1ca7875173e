package dev.loomweight.fold;

import java.util.Arrays;

/**
 * Many lengths of time: their number, sum and maximum exactly, their percentiles to two significant digits (1 %). Sums of
 * two are exactly what both together would have given.
 *
 * <p>A histogram with the buckets that HdrHistogram has for two digits: lengths below 256 ns each have one, and every
 * doubling above is divided into 128. Only buckets that are met take memory, a few dozen for the pins of one stack where
 * HdrHistogram takes 19 KB, so there can be one for each of thousands of stacks.
 */
public final class DurationHistogram {

    private static final int PRECISION_BITS = 7;
    private static final int SMALLEST = 8;
    private static final int COUNT_BITS = 48;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    // By open addressing, 0 for an empty place: one more than the bucket, and below it how many there are in it. One
    // word
    // for both, so that adding a length reads memory at one place.
    private long[] slots = new long[SMALLEST];
    private int used;
    private long count;
    private long sumNanos;
    private long maxNanos;

    /** Adds one length of time, in nanoseconds; a negative one, by a clock that jumped, counts as 0. */
    public void add(long nanos) {
        long length = Math.max(0, nanos);
        add(bucket(length) + 1, 1);
        count++;
        sumNanos = Sum.together(sumNanos, length);
        maxNanos = Math.max(maxNanos, length);
    }

    /** Adds all of the other, which is not changed. */
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

    /** The bucket of a length: buckets are numbered by what is in them, the shortest first. */
    private static int bucket(long nanos) {
        int shift = shift(nanos);
        return (shift << PRECISION_BITS) + (int) (nanos >>> shift);
    }

    // How many of the lower bits do not count.
    private static int shift(long nanos) {
        return Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos | 1) - PRECISION_BITS);
    }

    /** The longest of a bucket. */
    private static long longestOf(int bucket) {
        int shift = Math.max(0, (bucket >>> PRECISION_BITS) - 1);
        long significant = bucket - ((long) shift << PRECISION_BITS);
        return ((significant + 1) << shift) - 1;
    }

    /** All but the percentiles. */
    public Sum sum() {
        return new Sum(count, sumNanos, maxNanos);
    }

    /** How many. */
    public long count() {
        return count;
    }

    /** Their sum, in nanoseconds; 292 years at most. */
    public long sumNanos() {
        return sumNanos;
    }

    /** The longest, in nanoseconds; 0 if there is none. */
    public long maxNanos() {
        return maxNanos;
    }

    /**
     * The lengths that so many percent do not exceed, in nanoseconds.
     *
     * @param percents 0 to 100, ascending
     * @return one for each
     */
    public long[] percentilesNanos(double... percents) {
        long[] sorted = Arrays.stream(slots).filter(slot -> slot != 0).sorted().toArray();
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

    /** The length that so many percent do not exceed, in nanoseconds. */
    long percentileNanos(double percent) {
        return percentilesNanos(percent)[0];
    }
}
