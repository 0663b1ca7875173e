package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.util.List;

/**
 * A monitor that nobody else can see, held over a sleep in hot code. The compiler proves that and leaves the monitor
 * out, so that nothing pins, on no JDK; the same code pinned until JDK 23 while it was still interpreted. So a pin that
 * a test shows can be gone under load, and the other way round. A lock that no other thread sees guards nothing: drop
 * it.
 */
public final class ElidedLock implements Exhibit {

    private static final int CALLS_THAT_COMPILE = 300_000;

    // Of several classes, so that the compiler leaves a call here instead of guessing what it does.
    private static final List<Runnable> QUICK = List.of(new One(), new Two(), new Three());

    private static int done;

    @Override
    public void run() throws Exception {
        Virtual.run("worker", () -> {
            Runnable slow = new Slow();
            for (int i = 0; i < 5; i++) {
                hold(slow);
            }
            for (int i = 0; i < CALLS_THAT_COMPILE; i++) {
                hold(QUICK.get(i % 3));
            }
            for (int i = 0; i < 9; i++) {
                hold(slow);
            }
        });
    }

    private static void hold(Runnable work) {
        Object unseen = new Object();
        synchronized (unseen) {
            work.run();
        }
    }

    private static final class One implements Runnable {
        @Override
        public void run() {
            done++;
        }
    }

    private static final class Two implements Runnable {
        @Override
        public void run() {
            done += 2;
        }
    }

    private static final class Three implements Runnable {
        @Override
        public void run() {
            done += 3;
        }
    }

    private static final class Slow implements Runnable {
        @Override
        public void run() {
            Blocking.sleep(23);
        }
    }
}
