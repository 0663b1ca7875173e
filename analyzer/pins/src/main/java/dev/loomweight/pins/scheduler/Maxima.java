package dev.loomweight.pins.scheduler;

import java.util.Arrays;
import java.util.List;

/**
 * A curve of maxima. The lengths of its intervals are powers of two, and they begin at multiples of these: the curve of
 * some time is that of its parts, whatever the parts are.
 *
 * @param fromNanos when its first interval begins, in nanoseconds since 1970
 * @param intervalNanos how long each is
 * @param values one for each interval
 */
public record Maxima(long fromNanos, long intervalNanos, List<Long> values) {

    private static final int MAX_INTERVALS = 240;

    /** The shortest interval: 1.05 ms. */
    private static final int FINEST = 20;

    /** Without intervals. */
    static final Maxima NONE = new Maxima(0, 1, List.of());

    public Maxima {
        values = List.copyOf(values);
    }

    /**
     * What a fold file has.
     *
     * @param from a moment in the first interval, in nanoseconds since 1970
     * @throws IllegalArgumentException if that are no intervals
     */
    static Maxima of(long from, long intervalNanos, List<Long> values) {
        if (values.isEmpty()) {
            return NONE;
        }
        if (intervalNanos < 1 || Long.bitCount(intervalNanos) != 1) {
            throw new IllegalArgumentException("intervals of " + intervalNanos + " ns");
        }
        return new Maxima(from & -intervalNanos, intervalNanos, values);
    }

    /** Takes the values of stretches of time. */
    static final class Builder {
        private final int shift;
        private final long first;
        private final long[] highest;

        /**
         * Zero everywhere.
         *
         * @param fromNanos when the first stretch begins
         * @param toNanos when the last one ends; later
         * @param intervalNanos intervals may not be shorter
         */
        Builder(long fromNanos, long toNanos, long intervalNanos) {
            int bits = Math.max(FINEST, Long.SIZE - Long.numberOfLeadingZeros(intervalNanos - 1));
            while (((toNanos - 1) >> bits) - (fromNanos >> bits) >= MAX_INTERVALS) {
                bits++;
            }
            this.shift = bits;
            this.first = fromNanos >> bits;
            this.highest = new long[(int) Math.max(0, ((toNanos - 1) >> bits) - first) + 1];
        }

        /** Adds a value of a stretch of time. */
        void add(long fromNanos, long toNanos, long value) {
            int last = (int) Math.min(highest.length - 1, ((toNanos - 1) >> shift) - first);
            for (int i = (int) Math.max(0, (fromNanos >> shift) - first); i <= last; i++) {
                highest[i] = Math.max(highest[i], value);
            }
        }

        Maxima build() {
            return new Maxima(
                    first << shift, 1L << shift, Arrays.stream(highest).boxed().toList());
        }
    }
}
