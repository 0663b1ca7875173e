package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import dev.loomweight.samples.gallery.Virtual.Running;

/**
 * A virtual thread that waits to enter a synchronized block that another thread holds. Until JDK 23 it keeps its carrier
 * for as long as it waits; JFR does not call that a pin, and tells it only by jdk.JavaMonitorEnter on a virtual thread.
 * The event's previousOwner is who held the monitor. Shorten that thread's block, or use JDK 24 or later.
 */
public final class ContendedMonitor implements Exhibit {

    private static final Object TILL = new Object();

    @Override
    public void run() throws Exception {
        for (int i = 0; i < 9; i++) {
            Running customer;
            synchronized (TILL) {
                customer = Virtual.start("customer", ContendedMonitor::pay);
                Virtual.awaitBlocked(customer.thread());
                // On this platform thread a sleep keeps nobody's carrier but the customer's.
                Blocking.sleep(37);
            }
            customer.join();
        }
    }

    private static void pay() {
        synchronized (TILL) {
            // To enter is all.
        }
    }
}
