package dev.loomweight.agent;

import java.time.Duration;

/**
 * When a snapshot has what divides resident memory: the mappings with their pages, and the JVM's account of them. Reading
 * them took 150 ms with a heap of 4 GB that was touched, and takes the longer the more there is, so that they are read as
 * seldom as the last reading was long.
 */
final class DividedSnapshots {

    /** The time of reading over the time between two readings, at most. */
    static final double SHARE = 0.005;

    /** Between two of the course of the application. */
    static final Duration USUAL = Duration.ofMinutes(1);

    private long last;
    private long tookNanos;
    private boolean taken;

    /**
     * Whether one may be taken.
     *
     * @param now in nanoseconds, of {@link System#nanoTime}
     * @param apart the least time since the last one
     */
    synchronized boolean isDue(long now, Duration apart) {
        return taken && now - last >= Math.max(apart.toNanos(), Math.round(tookNanos / SHARE));
    }

    /** Notes that one was taken, of the time between these. */
    synchronized void took(long from, long to) {
        taken = true;
        last = to;
        tookNanos = to - from;
    }
}
