package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A method that leaves its synchronized block before it sleeps, as one should. It pins on no JDK, although it takes a
 * monitor. Called from a synchronized method it stands in the stack of a pin, until JDK 23, and is still not the reason
 * of it.
 */
public final class Released implements Exhibit {

    private static final Object LOCK = new Object();

    private final Deque<String> served = new ArrayDeque<>();

    @Override
    public void run() throws Exception {
        Virtual.run("clerk", () -> {
            for (int i = 0; i < 7; i++) {
                serve();
            }
            for (int i = 0; i < 15; i++) {
                serveLocked();
            }
        });
    }

    private synchronized void serveLocked() {
        serve();
    }

    private void serve() {
        synchronized (LOCK) {
            served.push("customer");
        }
        Blocking.sleep(17);
        synchronized (LOCK) {
            served.pop();
        }
    }
}
