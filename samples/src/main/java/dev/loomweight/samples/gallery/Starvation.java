package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import dev.loomweight.samples.gallery.Virtual.Running;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * Two carriers, and both of them pinned at once: for those windows no virtual thread of the whole JVM runs, however
 * little it wants. Three windows come from synchronized methods, until JDK 23; five from a callback of native code, on
 * every JDK. Each lasts 101 ms. More carriers (-Djdk.virtualThreadScheduler.parallelism) only move the limit: remove
 * what pins.
 */
public final class Starvation implements Exhibit {

    private static final int CARRIERS = 2;

    @Override
    public void run() throws Exception {
        // Loads the classes, those of the recording too, so that no two threads meet over that.
        Virtual.run("first", () -> {});
        look(new CountDownLatch(0));
        new Till().pay(new CountDownLatch(0));
        for (int i = 0; i < 3; i++) {
            CountDownLatch inside = new CountDownLatch(CARRIERS);
            window(inside, () -> new Till().pay(inside));
        }
        for (int i = 0; i < 5; i++) {
            CountDownLatch inside = new CountDownLatch(CARRIERS);
            window(inside, () -> look(inside));
        }
    }

    /** Takes both carriers, and starts a third thread that has to wait for one. */
    private static void window(CountDownLatch inside, Virtual.Task pin) throws Exception {
        Running one = Virtual.start("pinned", pin);
        Running other = Virtual.start("pinned", pin);
        Virtual.await(inside);
        Virtual.run("starved", () -> {});
        one.join();
        other.join();
    }

    private static final class Till {

        synchronized void pay(CountDownLatch inside) {
            sleepTogether(inside);
        }
    }

    private static void look(CountDownLatch inside) {
        StackWalker.getInstance().walk(frames -> think(frames, inside));
    }

    private static long think(Stream<StackWalker.StackFrame> frames, CountDownLatch inside) {
        sleepTogether(inside);
        return frames.count();
    }

    /** Waits for the other without leaving the carrier, so that both sleep over the same window. */
    private static void sleepTogether(CountDownLatch inside) {
        inside.countDown();
        while (inside.getCount() > 0) {
            Thread.onSpinWait();
        }
        Blocking.sleep(101);
    }
}
