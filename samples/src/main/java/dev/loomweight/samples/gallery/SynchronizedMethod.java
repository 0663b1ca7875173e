package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * A synchronized method that sleeps. Until JDK 23 a virtual thread keeps its carrier while it blocks inside one, because
 * the monitor belongs to the carrier. A static method holds the monitor of its class, and pins as well. Use a
 * ReentrantLock, or JDK 24 or later, where monitors do not pin.
 */
public final class SynchronizedMethod implements Exhibit {

    @Override
    public void run() throws Exception {
        Cart cart = new Cart();
        Virtual.run("customer", () -> {
            for (int i = 0; i < 17; i++) {
                cart.add();
            }
            for (int i = 0; i < 5; i++) {
                Cart.sweep();
            }
        });
    }

    private static final class Cart {

        synchronized void add() {
            Blocking.sleep(37);
        }

        static synchronized void sweep() {
            Blocking.sleep(37);
        }
    }
}
