package dev.loomweight.samples.faults;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Waits of threads that no thread interrupts. */
final class Waits {

    private Waits() {}

    static void untilOpen(CountDownLatch latch) {
        run(latch::await);
    }

    static void sleep(long millis) {
        run(() -> TimeUnit.MILLISECONDS.sleep(millis));
    }

    static void acquire(Semaphore permits) {
        run(permits::acquire);
    }

    /** A wait. */
    @FunctionalInterface
    interface Wait {
        void begin() throws InterruptedException;
    }

    static void run(Wait wait) {
        try {
            wait.begin();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }
}
