package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.util.List;

/**
 * A synchronized block in code so hot that it was compiled, together with the methods that it calls. A compiled frame
 * has no monitor instruction to look at while it runs, but the recording still tells the bytecode index of every
 * method, those that were inlined included. Until JDK 23 it pins like any other. Use a ReentrantLock, or JDK 24 or later.
 */
public final class HotCode implements Exhibit {

    private static final int CALLS_THAT_COMPILE = 300_000;

    private static final Object LOCK = new Object();

    // Of several classes, so that the compiler leaves a call here instead of guessing what it does.
    private static final List<Runnable> QUICK = List.of(new One(), new Two(), new Three());

    private static int done;

    @Override
    public void run() throws Exception {
        Virtual.run("worker", () -> {
            for (int i = 0; i < CALLS_THAT_COMPILE; i++) {
                hold(QUICK.get(i % 3));
            }
            Runnable slow = new Slow();
            for (int i = 0; i < 15; i++) {
                hold(slow);
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
