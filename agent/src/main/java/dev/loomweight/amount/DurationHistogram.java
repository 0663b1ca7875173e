package dev.loomweight.amount;

import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of durations: exact count, sum and maximum, and percentiles as good as its {@link Resolution}. Merging two
 * gives exactly the histogram of all their durations. Not thread-safe.
 *
 * <p>The buckets grow with the duration: so many for every doubling, as an HdrHistogram has them. Only used buckets take
 * memory: a few dozen for the pins of one stack, where an HdrHistogram takes 19 KB, so that each of thousands of stacks can
 * have one.
 */
public final class DurationHistogram {

    /** How wide buckets are, and what stands for the durations in one. */
    public enum Resolution {
        /** Two significant digits of nanoseconds, as an HdrHistogram has them; the longest of a bucket stands for it. */
        FINE(7, 1, Long.MAX_VALUE),

        /**
         * 32 buckets for every doubling of microseconds, up to 12 days; the middle of a bucket stands for it, which differs
         * from a duration by at most {@link #RELATIVE_ERROR} of it, or by half a microsecond. That of delays in events.
         */
        COARSE(5, 1000, (1L << 40) - 1);

        private final int bits;
        private final long unitNanos;
        private final long largest;

        Resolution(int bits, long unitNanos, long largest) {
            this.bits = bits;
            this.unitNanos = unitNanos;
            this.largest = largest;
        }

        /** The bucket of a duration, in nanoseconds. */
        private int bucketOf(long nanos) {
            return bucket(unitNanos == 1 ? nanos : nanos / unitNanos);
        }

        /** The bucket of a duration in units; buckets are numbered in ascending order of duration. */
        private int bucket(long units) {
            long length = Math.min(largest, units);
            int shift = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(length | 1) - bits);
            return (shift << bits) + (int) (length >>> shift);
        }

        /** The shortest duration in a bucket, in units. */
        private long lower(int bucket) {
            int shift = Math.max(0, (bucket >>> bits) - 1);
            return (bucket - ((long) shift << bits)) << shift;
        }

        /** The longest duration in a bucket, in units. */
        private long longest(int bucket) {
            int shift = Math.max(0, (bucket >>> bits) - 1);
            return lower(bucket) + (1L << shift) - 1;
        }

        /**
         * What stands for the durations in a bucket, in nanoseconds.
         *
         * @param bucket its number, from 0
         */
        public long nanosOf(int bucket) {
            return this == FINE
                    ? longest(bucket)
                    : lower(bucket) * unitNanos + (longest(bucket) + 1 - lower(bucket)) * unitNanos / 2;
        }
    }

    /** How far a percentile in {@link Resolution#COARSE} is from the true one at most, as a part of it. */
    public static final double RELATIVE_ERROR = 1 / 64.0;

    private static final int SMALLEST = 8;
    private static final int COUNT_BITS = 48;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final long MAX_COUNT_OF_A_BUCKET = COUNT_MASK >> 1;

    // A hash table with open addressing; 0 is an empty slot. The upper bits hold the bucket plus one, the lower bits
    // its
    // count: one word for both, so that adding a duration reads memory in one place.
    private long[] slots = new long[SMALLEST];
    private final Resolution resolution;
    private int used;
    private long count;
    private long sumNanos;
    private long maxNanos;

    /** An empty one, in {@link Resolution#FINE}. */
    public DurationHistogram() {
        this(Resolution.FINE);
    }

    /** An empty one. */
    public DurationHistogram(Resolution resolution) {
        this.resolution = resolution;
    }

    /** Adds one duration, in nanoseconds; a negative one, from a clock that was set back, counts as 0. */
    public void add(long nanos) {
        long length = Math.max(0, nanos);
        add(resolution.bucketOf(length) + 1, 1);
        count++;
        sumNanos = Saturating.sum(sumNanos, length);
        maxNanos = Math.max(maxNanos, length);
    }

    /**
     * Adds a duration and those that threads would have had that became ready after the first one had, one after each
     * period: else a stall of five seconds would be one delay among the hundred of each other second.
     *
     * @param nanos the longest, in nanoseconds
     * @param periodNanos the period, in nanoseconds; positive
     */
    public void addStall(long nanos, long periodNanos) {
        add(nanos);
        for (long later = nanos - periodNanos; later > 0; later -= periodNanos) {
            add(later);
        }
    }

    /** Adds all durations of another of the same resolution, which is not changed. */
    public void addAll(DurationHistogram other) {
        if (other.resolution != resolution) {
            throw new IllegalArgumentException(other.resolution + " into " + resolution);
        }
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
        sumNanos = Saturating.sum(sumNanos, other.sumNanos);
        maxNanos = Math.max(maxNanos, other.maxNanos);
    }

    private void add(int key, long times) {
        int at = find(key);
        if (slots[at] == 0) {
            slots[at] = (long) key << COUNT_BITS;
            used++;
        }
        // More than a bucket can count is claimed by damage alone; it may not reach the bucket's number.
        slots[at] += Math.min(times, MAX_COUNT_OF_A_BUCKET - (slots[at] & COUNT_MASK));
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
        DurationHistogram coarse = new DurationHistogram(resolution);
        if (coarseness == 0) {
            coarse.addAll(this);
            return coarse;
        }
        inAnyOrder((number, in) -> {
            int first = number >> coarseness << coarseness;
            // The short ones have a bucket for each nanosecond.
            coarse.add((number < 1 << resolution.bits ? number : first + (1 << coarseness >> 1)) + 1, in);
        });
        coarse.count = count;
        coarse.sumNanos = sumNanos;
        coarse.maxNanos = maxNanos;
        return coarse;
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

    /** Passes on the buckets that have a duration, in no order. */
    public void inAnyOrder(Bucket to) {
        for (long slot : slots) {
            if (slot != 0) {
                to.accept((int) (slot >>> COUNT_BITS) - 1, slot & COUNT_MASK);
            }
        }
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
     * @param sumNanos the sum of the other, in nanoseconds
     * @param longestNanos its longest, in nanoseconds
     * @param numbers the numbers of its buckets
     * @param counts how many durations are in each
     * @throws IllegalArgumentException if there is no such bucket, or the counts do not add up
     */
    public void add(long sumNanos, long longestNanos, List<Integer> numbers, List<Long> counts) {
        long all = 0;
        if (numbers.size() != counts.size() || sumNanos < 0 || longestNanos < 0) {
            throw new IllegalArgumentException(numbers.size() + " buckets, " + counts.size() + " counts");
        }
        int last = resolution.bucket(resolution.largest);
        for (int i = 0; i < numbers.size(); i++) {
            long in = counts.get(i);
            if (numbers.get(i) < 0 || numbers.get(i) > last || in < 1 || in > COUNT_MASK) {
                throw new IllegalArgumentException(in + " in bucket " + numbers.get(i));
            }
            all += in;
            if (all < 0 || all > COUNT_MASK) {
                throw new IllegalArgumentException("more than " + COUNT_MASK + " durations");
            }
        }
        for (int i = 0; i < numbers.size(); i++) {
            add(numbers.get(i) + 1, counts.get(i));
        }
        count += all;
        this.sumNanos = Saturating.sum(this.sumNanos, sumNanos);
        maxNanos = Math.max(maxNanos, longestNanos);
    }

    /** The shortest durations of its buckets in units of its resolution, each with its count: {@code 48:97 1024:3}. */
    public String text() {
        StringJoiner text = new StringJoiner(" ");
        forEach((number, in) -> text.add(resolution.lower(number) + ":" + in));
        return text.toString();
    }

    /**
     * Reads what {@link #text} wrote of one in {@link Resolution#COARSE}.
     *
     * @param text may be null or empty
     * @param sumNanos the sum of all, in nanoseconds
     * @param maxNanos the longest, in nanoseconds
     * @throws IllegalArgumentException if it is anything else
     */
    public static DurationHistogram parse(@Nullable String text, long sumNanos, long maxNanos) {
        DurationHistogram read = new DurationHistogram(Resolution.COARSE);
        for (String bucket : text == null || text.isEmpty() ? new String[0] : text.split(" ", -1)) {
            if (!bucket.matches("\\d{1,13}:\\d{1,18}")) {
                throw new IllegalArgumentException("not a histogram of durations: " + bucket);
            }
            int colon = bucket.indexOf(':');
            long lower = Long.parseLong(bucket, 0, colon, 10);
            long in = Long.parseLong(bucket, colon + 1, bucket.length(), 10);
            if (in > 0) {
                read.add(Resolution.COARSE.bucket(lower) + 1, in);
                read.count += in;
            }
        }
        read.sumNanos = Math.max(0, sumNanos);
        read.maxNanos = Math.max(0, maxNanos);
        return read;
    }

    /** Forgets all. */
    public void clear() {
        Arrays.fill(slots, 0);
        used = 0;
        count = 0;
        sumNanos = 0;
        maxNanos = 0;
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
            long length = next == 0 ? 0 : resolution.nanosOf((int) (sorted[next - 1] >>> COUNT_BITS) - 1);
            lengths[i] = Math.min(maxNanos, length);
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

    /** One percentile, in nanoseconds; 0 without any. */
    public long percentileNanos(double percent) {
        return percentilesNanos(percent)[0];
    }
}
