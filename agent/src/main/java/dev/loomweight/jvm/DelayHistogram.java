package dev.loomweight.jvm;

import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How many delays of which length, in buckets that grow with the length: 32 to each power of two of microseconds. A
 * quantile is the middle of its bucket, so it differs from the true one by at most {@link #RELATIVE_ERROR} of it, or by
 * half a microsecond. Histograms can be merged without loss. Not thread-safe.
 */
public final class DelayHistogram {

    /** How far a quantile is from the true one at most, as a part of it: half of a bucket's width. */
    public static final double RELATIVE_ERROR = 1 / 64.0;

    private static final int SUB_BITS = 5;
    private static final int SUBS = 1 << SUB_BITS;
    // Some 12 days: no delay is longer.
    private static final int MOST_BITS = 40;
    private static final long MOST_MICROS = (1L << MOST_BITS) - 1;
    private static final long MICRO = 1000;

    private final long[] counts = new long[index(MOST_MICROS) + 1];
    private long count;
    private long sumNanos;
    private long maxNanos;

    /** An empty one. */
    public DelayHistogram() {}

    /** Adds a delay, in nanoseconds; a negative one counts as none. */
    public void add(long nanos) {
        long delay = Math.max(0, nanos);
        counts[index(Math.min(MOST_MICROS, delay / MICRO))]++;
        count++;
        sumNanos = sumOf(sumNanos, delay);
        maxNanos = Math.max(maxNanos, delay);
    }

    /**
     * Adds a delay and those that threads would have had that became ready after the first one had, one after each
     * period: else a stall of five seconds would be one delay among the hundred of each other second.
     *
     * @param nanos the longest, in nanoseconds
     * @param periodNanos the period, in nanoseconds; positive
     */
    public void addAll(long nanos, long periodNanos) {
        add(nanos);
        for (long later = nanos - periodNanos; later > 0; later -= periodNanos) {
            add(later);
        }
    }

    /** Adds all of another one to this. */
    public void add(DelayHistogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        count += other.count;
        sumNanos = sumOf(sumNanos, other.sumNanos);
        maxNanos = Math.max(maxNanos, other.maxNanos);
    }

    /** Forgets all. */
    public void clear() {
        java.util.Arrays.fill(counts, 0);
        count = 0;
        sumNanos = 0;
        maxNanos = 0;
    }

    /** The number of delays. */
    public long count() {
        return count;
    }

    /** Their sum, in nanoseconds. */
    public long sumNanos() {
        return sumNanos;
    }

    /** The longest, in nanoseconds, exactly; 0 without any. */
    public long maxNanos() {
        return maxNanos;
    }

    /**
     * The delay that a part of all does not exceed, in nanoseconds; 0 without any.
     *
     * @param part from 0 to 1: 0.99 for the 99th percentile
     */
    public long quantileNanos(double part) {
        long rank = Math.max(1, (long) Math.ceil(part * count));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank && count > 0) {
                long width = lower(i + 1) - lower(i);
                return Math.min(maxNanos, lower(i) * MICRO + width * MICRO / 2);
            }
        }
        return 0;
    }

    /** The lower bounds of its buckets in microseconds, each with its count: {@code 48:97 1024:3}. */
    public String text() {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                text.add(lower(i) + ":" + counts[i]);
            }
        }
        return text.toString();
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @param text may be null or empty
     * @param sumNanos the sum of all, in nanoseconds
     * @param maxNanos the longest, in nanoseconds
     * @throws IllegalArgumentException if it is anything else
     */
    public static DelayHistogram parse(@Nullable String text, long sumNanos, long maxNanos) {
        DelayHistogram read = new DelayHistogram();
        for (String bucket : text == null || text.isEmpty() ? new String[0] : text.split(" ", -1)) {
            int colon = bucket.indexOf(':');
            if (!bucket.matches("\\d{1,13}:\\d{1,18}")) {
                throw new IllegalArgumentException("not a histogram of delays: " + bucket);
            }
            long lower = Long.parseLong(bucket, 0, colon, 10);
            long number = Long.parseLong(bucket, colon + 1, bucket.length(), 10);
            read.counts[index(Math.min(MOST_MICROS, lower))] += number;
            read.count += number;
        }
        read.sumNanos = Math.max(0, sumNanos);
        read.maxNanos = Math.max(0, maxNanos);
        return read;
    }

    private static long sumOf(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static int index(long micros) {
        if (micros < SUBS) {
            return (int) micros;
        }
        int power = 63 - Long.numberOfLeadingZeros(micros);
        return (power - SUB_BITS + 1) * SUBS + (int) ((micros >>> (power - SUB_BITS)) & (SUBS - 1));
    }

    private static long lower(int index) {
        if (index < SUBS) {
            return index;
        }
        int shift = index / SUBS - 1;
        return (long) (SUBS + index % SUBS) << shift;
    }
}
