package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import dev.loomweight.samples.gallery.Virtual.Running;
import java.util.ArrayList;
import java.util.List;

/**
 * Many virtual threads that wait on one lock, each for a millisecond at a time. From JDK 24 on Object.wait does not pin,
 * yet in such a storm the JVM now and then fails to unmount a thread and says "Native or VM frame on stack", where there
 * is none but its own. No frame of the application is to blame. Until JDK 23 every one of the waits keeps its carrier.
 */
public final class WaitStorm implements Exhibit {

    private static final int THREADS = 201;
    private static final int WAITS = 21;

    private static final int ROUNDS = 3;

    private static final Object LOCK = new Object();

    @Override
    public void run() throws Exception {
        // One alone first: it loads the classes, so that no two meet over that.
        Virtual.run("waiter", WaitStorm::await);
        for (int round = 0; round < ROUNDS; round++) {
            List<Running> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(Virtual.start("waiter", WaitStorm::waitOften));
            }
            for (Running each : all) {
                each.join();
            }
        }
    }

    private static void waitOften() throws InterruptedException {
        for (int i = 0; i < WAITS; i++) {
            await();
        }
    }

    // Nobody ever notifies: that they time out together is the storm.
    @SuppressWarnings("WaitNotInLoop")
    private static void await() throws InterruptedException {
        synchronized (LOCK) {
            LOCK.wait(1);
        }
    }
}
