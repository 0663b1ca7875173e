package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * Synchronized blocks that sleep, on every kind of lock that people write: a static field, this, a local, a parameter,
 * a field of another object, the result of a call. Until JDK 23 each of them pins. What to change is the block that
 * holds the lock, so its frame and the lock's name are what a report must tell, not the helper that sleeps. Use a
 * ReentrantLock, or JDK 24 or later.
 */
public final class SynchronizedBlock implements Exhibit {

    private static final Object LOCK = new Object();

    private final Shelf shelf = new Shelf();

    @Override
    public void run() throws Exception {
        Virtual.run("customer", () -> {
            for (int i = 0; i < 7; i++) {
                staticField();
            }
            for (int i = 0; i < 5; i++) {
                own();
            }
            for (int i = 0; i < 3; i++) {
                local();
            }
            for (int i = 0; i < 9; i++) {
                parameter(shelf);
            }
            for (int i = 0; i < 11; i++) {
                fieldOfAnother();
            }
            result();
        });
    }

    private static void staticField() {
        synchronized (LOCK) {
            Blocking.sleep(13);
        }
    }

    private void own() {
        synchronized (this) {
            Blocking.sleep(13);
        }
    }

    private void local() {
        Object guard = shelf.guard();
        synchronized (guard) {
            Blocking.sleep(13);
        }
    }

    private static void parameter(Shelf given) {
        synchronized (given) {
            Blocking.sleep(13);
        }
    }

    private void fieldOfAnother() {
        synchronized (shelf.guard) {
            Blocking.sleep(13);
        }
    }

    private void result() {
        synchronized (shelf.guard()) {
            Blocking.sleep(13);
        }
    }

    private static final class Shelf {

        private final Object guard = new Object();

        Object guard() {
            return guard;
        }
    }
}
