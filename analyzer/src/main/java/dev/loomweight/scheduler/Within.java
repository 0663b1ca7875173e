package dev.loomweight.scheduler;

/**
 * A stretch of time.
 *
 * @param fromNanos when it begins, in nanoseconds since 1970
 * @param toNanos when it ends
 */
public record Within(long fromNanos, long toNanos) {

    /** How long another is within it, in nanoseconds. */
    public long part(long from, long to) {
        return Math.max(0, Math.min(to, toNanos) - Math.max(from, fromNanos));
    }
}
