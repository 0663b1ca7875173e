package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * Three monitors at once: a block in a block, in a synchronized method. Until JDK 23 each of them alone pins, so all
 * three have to go; a report that names only the innermost sends its reader round three times. The frame between them
 * holds nothing. Use ReentrantLocks, or JDK 24 or later.
 */
public final class NestedLocks implements Exhibit {

    private static final Object OUTER = new Object();
    private static final Object INNER = new Object();

    @Override
    public void run() throws Exception {
        Virtual.run("clerk", () -> {
            for (int i = 0; i < 13; i++) {
                book();
            }
        });
    }

    private synchronized void book() {
        pass();
    }

    private static void pass() {
        write();
    }

    private static void write() {
        synchronized (OUTER) {
            synchronized (INNER) {
                Blocking.sleep(40);
            }
        }
    }
}
