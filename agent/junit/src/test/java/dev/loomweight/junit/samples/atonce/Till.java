package dev.loomweight.junit.samples.atonce;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Code that tests call, and that is not a test's: it pins on every JDK. */
final class Till {

    private static final int MILLIS = 50;
    private static final boolean MONITORS_PIN = Runtime.version().feature() < 24;

    private Till() {}

    /** Holds its carrier, by a monitor where these do, else by a native method that calls back. */
    static void pay() {
        if (MONITORS_PIN) {
            synchronized (new Object()) {
                park();
            }
        } else {
            StackWalker.getInstance().walk(Till::count);
        }
    }

    /** Blocks, and holds nothing. */
    static void look() {
        park();
    }

    private static long count(Stream<StackWalker.StackFrame> frames) {
        park();
        return frames.count();
    }

    /** Waits for what never comes, which parks for the time, however slow the machine is. */
    private static void park() {
        try {
            if (new CountDownLatch(1).await(MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("nothing counts down");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
