package dev.loomweight.watch;

import java.time.Duration;

/** Ticks at equal intervals; missed ticks are skipped. */
final class Ticker {

    private final long intervalNanos;
    private long nextNanos;

    Ticker(Duration interval) {
        this.intervalNanos = interval.toNanos();
        this.nextNanos = System.nanoTime() + intervalNanos;
    }

    /** The time to the next tick, in nanoseconds; 0 or less if it is due. */
    long leftNanos() {
        return nextNanos - System.nanoTime();
    }

    /** Goes on to the next tick. */
    void ticked() {
        nextNanos = Math.max(nextNanos + intervalNanos, System.nanoTime());
    }

    /** Waits for the next tick. */
    void await() throws InterruptedException {
        for (long left = leftNanos(); left > 0; left = leftNanos()) {
            Thread.sleep(Duration.ofNanos(left));
        }
        ticked();
    }
}
