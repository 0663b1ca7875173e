package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The good case: a ReentrantLock held over a sleep. It pins on no JDK, so the recording must be empty. This is what to
 * turn a synchronized block into where JDK 24 is out of reach.
 */
public final class ReentrantLockHeld implements Exhibit {

    private final ReentrantLock lock = new ReentrantLock();

    @Override
    public void run() throws Exception {
        Virtual.run("customer", () -> {
            for (int i = 0; i < 15; i++) {
                pay();
            }
        });
    }

    private void pay() {
        lock.lock();
        try {
            Blocking.sleep(40);
        } finally {
            lock.unlock();
        }
    }
}
