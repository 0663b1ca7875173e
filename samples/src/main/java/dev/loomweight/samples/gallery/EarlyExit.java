package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * Methods that took a lock and have left it again by return, continue, or an exception before they block. They pin
 * nobody, on no JDK. Their bytecode has one monitorexit for each way out, so whoever asks only whether the call lies
 * between the first and the last of them blames them wrongly. The clerk calls them once more with a lock of its own
 * held: then it is the clerk that pins, until JDK 23.
 */
public final class EarlyExit implements Exhibit {

    private static final Object LOCK = new Object();
    private static final Object DESK = new Object();

    @Override
    public void run() throws Exception {
        Virtual.run("clerk", () -> {
            for (int i = 0; i < 3; i++) {
                afterReturn(true);
                afterContinue();
                afterThrow();
            }
            for (int i = 0; i < 5; i++) {
                locked();
            }
        });
    }

    private static void locked() {
        synchronized (DESK) {
            afterReturn(true);
            afterContinue();
            afterThrow();
        }
    }

    private static void afterReturn(boolean found) {
        if (!lookedUp(found)) {
            return;
        }
        Blocking.sleep(11);
    }

    /** Blocks in a line that comes before its synchronized block in the source and after it in time. */
    private static boolean lookedUp(boolean found) {
        for (int round = 0; ; round++) {
            if (round > 0) {
                Blocking.sleep(11);
                return true;
            }
            synchronized (LOCK) {
                if (!found) {
                    return false;
                }
            }
        }
    }

    private static void afterContinue() {
        for (int i = 0; i < 2; i++) {
            synchronized (LOCK) {
                if (i == 0) {
                    continue;
                }
            }
            Blocking.sleep(11);
        }
    }

    private static void afterThrow() {
        try {
            synchronized (LOCK) {
                refuse();
            }
        } catch (IllegalStateException e) {
            Blocking.sleep(11);
        }
    }

    private static void refuse() {
        throw new IllegalStateException("refused");
    }
}
