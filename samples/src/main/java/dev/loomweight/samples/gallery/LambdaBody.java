package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.util.List;

/**
 * A lambda that holds a monitor while it sleeps. Its body is a method of the class around it with a name that javac
 * made up, such as lambda$run$0, so what helps the reader is the line and the lock. Until JDK 23 it pins. Use a
 * ReentrantLock, or JDK 24 or later.
 */
public final class LambdaBody implements Exhibit {

    private final Object ledger = new Object();

    @Override
    public void run() throws Exception {
        Virtual.run(
                "clerk",
                () -> List.of(1, 2, 3, 4, 5, 6, 7).forEach(page -> {
                    synchronized (ledger) {
                        Blocking.sleep(37);
                    }
                }));
    }
}
