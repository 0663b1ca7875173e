package dev.loomweight.analysis;

import java.util.TreeSet;

/**
 * How many different threads there were, in bounded memory: the smallest 1024 hashes are kept. Up to there the number is
 * exact; beyond, it is estimated from how dense they lie (bottom-k, or KMV; Bar-Yossef and others, "Counting Distinct
 * Elements in a Data Stream", 2002), with a standard error of 3 %. The result does not depend on the order.
 */
final class DistinctThreads {

    private static final int MOST = 1024;

    private final TreeSet<Long> smallest = new TreeSet<>(Long::compareUnsigned);
    private boolean dropped;

    /**
     * Adds a thread.
     *
     * @param subject the process that it belongs to
     * @param threadId its identifier there
     */
    void add(String subject, long threadId) {
        keep(mix(mix(subject.hashCode()) + threadId));
    }

    /** Adds all threads of the other, which is not changed. */
    void addAll(DistinctThreads other) {
        dropped |= other.dropped;
        other.smallest.forEach(this::keep);
    }

    private void keep(long hash) {
        if (smallest.size() < MOST) {
            smallest.add(hash);
        } else if (Long.compareUnsigned(hash, smallest.last()) < 0) {
            if (smallest.add(hash)) {
                smallest.pollLast();
                dropped = true;
            }
        } else if (hash != smallest.last()) {
            dropped = true;
        }
    }

    /** The number of threads, exact if {@link #exact}. */
    long count() {
        if (!dropped) {
            return smallest.size();
        }
        double largest = Math.scalb((double) (smallest.last() >>> 11), -53);
        return Math.round((MOST - 1) / largest);
    }

    /** Whether the number is not an estimate. */
    boolean exact() {
        return !dropped;
    }

    // The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection, so few threads never collide.
    private static long mix(long value) {
        long mixed = value + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
