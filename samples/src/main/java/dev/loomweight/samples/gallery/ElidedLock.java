package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * A monitor that nobody else can see, held over a sleep in hot code. The compiler proves that and leaves the monitor
 * out, so that nothing pins, on no JDK; the same code pinned until JDK 23 while it was still interpreted. So a pin that
 * a test shows can be gone under load, and the other way round. A lock that no other thread sees guards nothing: drop
 * it.
 */
public final class ElidedLock implements Exhibit {

    @Override
    public void run() throws Exception {
        Virtual.run("worker", () -> {
            for (int i = 0; i < 5; i++) {
                hold(Work.SLOW);
            }
            for (int i = 0; i < Work.CALLS_THAT_COMPILE; i++) {
                hold(Work.QUICK.get(i % 3));
            }
            for (int i = 0; i < 9; i++) {
                hold(Work.SLOW);
            }
        });
    }

    private static void hold(Runnable work) {
        Object unseen = new Object();
        synchronized (unseen) {
            work.run();
        }
    }
}
