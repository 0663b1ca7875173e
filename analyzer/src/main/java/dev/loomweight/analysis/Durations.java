package dev.loomweight.analysis;

import dev.loomweight.report.Cell;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Many lengths of time: their number, sum and maximum exactly, their percentiles to two significant digits (1 %). Sums of
 * two are exactly what both together would have given.
 *
 * <p>A histogram with the buckets that HdrHistogram has for two digits: lengths below 256 ns each have one, and every
 * doubling above is divided into 128. Only buckets that are met take memory, a few dozen for the pins of one stack where
 * HdrHistogram takes 19 KB, so there can be one for each of thousands of stacks.
 */
public final class Durations {

    /** The longest sum first, then the largest number. */
    public static final Comparator<Durations> HEAVIEST = Comparator.comparingLong(Durations::sumNanos)
            .thenComparingLong(Durations::count)
            .reversed();

    private static final int PRECISION_BITS = 7;
    private static final int SMALLEST = 8;

    // By open addressing: one more than the bucket, 0 for an empty place, and how many there are in it.
    private int[] buckets = new int[SMALLEST];
    private long[] counts = new long[SMALLEST];
    private int used;
    private long count;
    private long sumNanos;
    private long maxNanos;

    /** Adds one length of time, in nanoseconds; a negative one, by a clock that jumped, counts as 0. */
    public void add(long nanos) {
        long length = Math.max(0, nanos);
        add(bucket(length), 1);
        count++;
        sumNanos += length;
        maxNanos = Math.max(maxNanos, length);
    }

    /** Adds all of the other, which is not changed. */
    public void addAll(Durations other) {
        for (int i = 0; i < other.buckets.length; i++) {
            if (other.buckets[i] != 0) {
                add(other.buckets[i] - 1, other.counts[i]);
            }
        }
        count += other.count;
        sumNanos += other.sumNanos;
        maxNanos = Math.max(maxNanos, other.maxNanos);
    }

    private void add(int bucket, long times) {
        int at = find(bucket + 1);
        counts[at] += times;
        if (buckets[at] == 0) {
            buckets[at] = bucket + 1;
            if (++used * 2 > buckets.length) {
                grow();
            }
        }
    }

    private int find(int key) {
        int mask = buckets.length - 1;
        int at = ((key * 0x9E37_79B9) >>> 16) & mask;
        while (buckets[at] != 0 && buckets[at] != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        int[] oldBuckets = buckets;
        long[] oldCounts = counts;
        buckets = new int[oldBuckets.length * 2];
        counts = new long[buckets.length];
        for (int i = 0; i < oldBuckets.length; i++) {
            if (oldBuckets[i] != 0) {
                int at = find(oldBuckets[i]);
                buckets[at] = oldBuckets[i];
                counts[at] = oldCounts[i];
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

    /** How many. */
    public long count() {
        return count;
    }

    /** Their sum, in nanoseconds. */
    public long sumNanos() {
        return sumNanos;
    }

    /** The longest, in nanoseconds; 0 if there is none. */
    public long maxNanos() {
        return maxNanos;
    }

    /**
     * The length that so many percent do not exceed, in nanoseconds.
     *
     * @param percent 0 to 100
     */
    long percentileNanos(double percent) {
        long rank = Math.max(1, (long) Math.ceil(Math.nextDown(percent * count / 100)));
        int[] sorted = Arrays.stream(buckets).filter(key -> key != 0).sorted().toArray();
        long seen = 0;
        for (int key : sorted) {
            seen += counts[find(key)];
            if (seen >= rank) {
                return Math.min(maxNanos, longestOf(key - 1));
            }
        }
        return maxNanos;
    }

    /** The percentile as a cell. */
    public Cell percentile(double percent) {
        return new Cell.Nanos(percentileNanos(percent));
    }
}
