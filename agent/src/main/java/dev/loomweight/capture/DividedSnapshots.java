package dev.loomweight.capture;

import java.time.Duration;

/**
 * When a snapshot has what divides resident memory: the mappings with their pages, and the JVM's account of them. Reading
 * them took 150 ms with a heap of 4 GB that was touched, and takes the longer the more there is, so that they are read as
 * seldom as the last reading was long.
 */
public final class DividedSnapshots {

    /** The time of reading over the time between two readings, at most. */
    static final double SHARE = 0.005;

    /** Between two of the course of the application. */
    public static final Duration USUAL = Duration.ofMinutes(1);

    private long last;
    private long tookNanos;
    private boolean taken;

    /** None was taken. */
    public DividedSnapshots() {}

    /**
     * Whether one may be taken; not before the first one was.
     *
     * @param now in nanoseconds, of {@link System#nanoTime}
     * @param apart the least time since the last one
     */
    public synchronized boolean isDue(long now, Duration apart) {
        return taken && now - last >= Math.max(apart.toNanos(), Math.round(tookNanos / SHARE));
    }

    /**
     * Notes that one was taken.
     *
     * @param from when it began, in nanoseconds, of {@link System#nanoTime}
     * @param to when it ended
     */
    public synchronized void took(long from, long to) {
        taken = true;
        last = to;
        tookNanos = to - from;
    }
}
