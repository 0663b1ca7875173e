package dev.loomweight.junit.samples;

import dev.loomweight.junit.NoPins;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A virtual thread that waits for a monitor, whose owner loads a class meanwhile, or does not. */
class FirstUse {

    private static final long MILLIS = 50;

    private final Object lock = new Object();

    /** Used by the owner alone, and once. */
    private static final class Late {
        private static int value() {
            return 1;
        }
    }

    private static void dwell() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    /** What the owner does, which is no virtual thread, once the other waits. */
    private void hold(Runnable work) throws InterruptedException {
        Thread waiting = Thread.ofVirtual().unstarted(() -> {
            synchronized (lock) {
                lock.notifyAll();
            }
        });
        synchronized (lock) {
            waiting.start();
            while (waiting.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            work.run();
            dwell();
        }
        waiting.join();
    }

    @NoPins
    @Test
    void quietWhileTheOwnerLoads() throws Exception {
        hold(() -> {
            if (Late.value() != 1) {
                throw new IllegalStateException();
            }
        });
    }

    @NoPins
    @Test
    void pinsWhileTheOwnerDwells() throws Exception {
        hold(() -> {});
    }

    @NoPins(includeClassLoading = true)
    @Test
    void pinsWhereLoadingCounts() throws Exception {
        hold(() -> {
            if (LateToo.value() != 1) {
                throw new IllegalStateException();
            }
        });
    }

    /** As {@link Late}, for another test. */
    private static final class LateToo {
        private static int value() {
            return 1;
        }
    }
}
