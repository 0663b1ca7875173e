package dev.loomweight.launch;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When snapshots are due: after one second, then after twice the time each until the requested maximum. No snapshot can be taken of a process that has ended, so the last one of a program that runs for some seconds is
 * to be no older than half its life.
 */
final class SnapshotSchedule {

    private static final Duration FIRST = Duration.ofSeconds(1);

    private final long everyNanos;
    private final LongSupplier clock;
    private long gapNanos;
    private long due;

    /**
     * @param every the longest gap; positive
     * @param clock nanoseconds, as {@link System#nanoTime}
     */
    SnapshotSchedule(Duration every, LongSupplier clock) {
        this.everyNanos = every.toNanos();
        this.clock = clock;
        this.gapNanos = Math.min(FIRST.toNanos(), everyNanos);
        this.due = clock.getAsLong() + gapNanos;
    }

    /** Whether one is due; if so, the next one is due later. */
    boolean isDue() {
        long now = clock.getAsLong();
        if (now - due < 0) {
            return false;
        }
        gapNanos = Math.min(2 * gapNanos, everyNanos);
        due = now + gapNanos;
        return true;
    }
}
