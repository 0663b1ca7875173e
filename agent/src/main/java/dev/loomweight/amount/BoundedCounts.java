package dev.loomweight.amount;

import java.util.ArrayList;
import java.util.List;

/**
 * How many durations were not longer than each of some bounds but longer than the one before: a histogram as metrics have it,
 * whose bounds are given. Not thread-safe.
 */
public final class BoundedCounts {

    private final double[] bounds;
    private final long[] counts;
    private long sumNanos;

    /** @param bounds upper bounds in seconds, ascending; not copied, and not to be changed */
    public BoundedCounts(double[] bounds) {
        this.bounds = bounds;
        this.counts = new long[bounds.length + 1];
    }

    /** Adds a duration in nanoseconds; a negative one counts as 0. */
    public void add(long nanos) {
        double length = Math.max(0, nanos) / 1e9;
        sumNanos = Saturating.sum(sumNanos, Math.max(0, nanos));
        int i = 0;
        while (i < bounds.length && length > bounds[i]) {
            i++;
        }
        counts[i]++;
    }

    /** The count of each bound, and at last how many were longer than all. */
    public List<Long> counts() {
        List<Long> all = new ArrayList<>();
        for (long count : counts) {
            all.add(count);
        }
        return all;
    }

    /** The sum of all durations, in seconds. */
    public double seconds() {
        return sumNanos / 1e9;
    }
}
