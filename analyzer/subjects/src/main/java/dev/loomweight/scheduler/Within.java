package dev.loomweight.scheduler;

import dev.loomweight.fold.Sum;
import java.util.List;

/**
 * A stretch of time.
 *
 * @param fromNanos when it begins, in nanoseconds since 1970
 * @param toNanos when it ends
 */
public record Within(long fromNanos, long toNanos) {

    /** How long some are together, in nanoseconds; those that are negative do not count. */
    public static long length(List<Within> stretches) {
        return stretches.stream()
                .mapToLong(one -> Math.max(0, one.toNanos - one.fromNanos))
                .reduce(0, Sum::together);
    }

    /** How long another is within it, in nanoseconds. */
    public long part(long from, long to) {
        return Math.max(0, Math.min(to, toNanos) - Math.max(from, fromNanos));
    }
}
