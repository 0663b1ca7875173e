package dev.loomweight.watch;

import java.time.Duration;

/** Ticks at equal distances, whatever is done between; a tick that was missed is left out. */
final class Ticker {

    private final long intervalNanos;
    private long nextNanos;

    Ticker(Duration interval) {
        this.intervalNanos = interval.toNanos();
        this.nextNanos = System.nanoTime() + intervalNanos;
    }

    /** How long it is to the next tick, in nanoseconds; 0 or less where it is due. */
    long leftNanos() {
        return nextNanos - System.nanoTime();
    }

    /** The tick that is due is done with. */
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
