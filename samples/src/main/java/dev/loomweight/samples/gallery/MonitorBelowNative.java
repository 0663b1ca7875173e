package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import dev.loomweight.samples.gallery.Virtual.Running;

/**
 * A callback of a native method that waits for a monitor, and one that calls Object.wait. From JDK 24 on neither pins
 * by itself, but the native frame below does, and then JFR does call it a pin, with the operation. Until JDK 23 both
 * pin by themselves and JFR calls neither a pin. Do neither in a callback from native code, on any JDK.
 */
public final class MonitorBelowNative implements Exhibit {

    private static final Object TILL = new Object();
    private static final Object MAILBOX = new Object();

    @Override
    public void run() throws Exception {
        for (int i = 0; i < 7; i++) {
            Running customer;
            synchronized (TILL) {
                customer = Virtual.start("customer", MonitorBelowNative::payInCallback);
                Virtual.awaitBlocked(customer.thread());
                Blocking.sleep(37);
            }
            customer.join();
        }
        Virtual.run("reader", () -> {
            for (int i = 0; i < 5; i++) {
                awaitInCallback();
            }
        });
    }

    private static void payInCallback() {
        StackWalker.getInstance().walk(frames -> pay());
    }

    private static boolean pay() {
        synchronized (TILL) {
            return true;
        }
    }

    private static void awaitInCallback() {
        StackWalker.getInstance().walk(frames -> await());
    }

    // Nobody ever notifies: each wait has the length that it was given.
    @SuppressWarnings("WaitNotInLoop")
    private static boolean await() {
        synchronized (MAILBOX) {
            try {
                MAILBOX.wait(37);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts an exhibit", e);
            }
        }
        return true;
    }
}
