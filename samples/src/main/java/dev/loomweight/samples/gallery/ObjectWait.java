package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * Object.wait on a virtual thread. Until JDK 23 it keeps the carrier for as long as it waits; JFR does not call that a
 * pin, and tells it only by jdk.JavaMonitorWait on a virtual thread. The scheduler can start another carrier meanwhile, so
 * throughput suffers less than from a park, while the number of carriers grows. Use a Condition, or JDK 24 or later.
 */
public final class ObjectWait implements Exhibit {

    private static final Object MAILBOX = new Object();

    @Override
    public void run() throws Exception {
        Virtual.run("reader", () -> {
            for (int i = 0; i < 13; i++) {
                await();
            }
        });
    }

    // Nobody ever notifies: each wait has the length that it was given.
    @SuppressWarnings("WaitNotInLoop")
    private static void await() throws InterruptedException {
        synchronized (MAILBOX) {
            MAILBOX.wait(37);
        }
    }
}
