package dev.loomweight.samples.gallery;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Work for hot code: to be done often enough that its caller is compiled, and then to block. */
final class Work {

    /** How often to do the quick work: C2 compiles after some ten thousand calls. */
    static final int CALLS_THAT_COMPILE = 300_000;

    /** Of several classes, so that the compiler leaves a call in the caller instead of guessing what it does. */
    static final List<Runnable> QUICK = List.of(new One(), new Two(), new Three());

    /**
     * Sleeps 40 ms: twice what JFR by itself records as a pin, because the event lacks the time by which a busy machine
     * delays its begin.
     */
    static final Runnable SLOW = new Slow();

    private static final AtomicInteger DONE = new AtomicInteger();

    private Work() {}

    private static final class One implements Runnable {
        @Override
        public void run() {
            DONE.addAndGet(1);
        }
    }

    private static final class Two implements Runnable {
        @Override
        public void run() {
            DONE.addAndGet(2);
        }
    }

    private static final class Three implements Runnable {
        @Override
        public void run() {
            DONE.addAndGet(3);
        }
    }

    private static final class Slow implements Runnable {
        @Override
        public void run() {
            Blocking.sleep(40);
        }
    }
}
