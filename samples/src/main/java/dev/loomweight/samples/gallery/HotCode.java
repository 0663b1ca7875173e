package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * A synchronized block in code so hot that it was compiled, together with the methods that it calls. A compiled frame
 * has no monitor instruction to look at while it runs, but the recording still tells the bytecode index of every
 * method, those that were inlined included. Until JDK 23 it pins like any other. Use a ReentrantLock, or JDK 24 or later.
 */
public final class HotCode implements Exhibit {

    private static final Object LOCK = new Object();

    @Override
    public void run() throws Exception {
        Virtual.run("worker", () -> {
            for (int i = 0; i < Work.CALLS_THAT_COMPILE; i++) {
                hold(Work.QUICK.get(i % 3));
            }
            for (int i = 0; i < 15; i++) {
                hold(Work.SLOW);
            }
        });
    }

    private static void hold(Runnable work) {
        synchronized (LOCK) {
            step(work);
        }
    }

    private static void step(Runnable work) {
        work.run();
    }
}
