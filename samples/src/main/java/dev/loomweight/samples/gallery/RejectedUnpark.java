package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * Virtual threads that their scheduler refuses to go on with: stranded for good, because whoever woke them will not try
 * again. Three are woken by the end of their sleep, on the JDK's own thread, where nobody sees the exception; five by
 * another thread, which gets it. Let a scheduler of one's own never refuse a thread that has started.
 */
public final class RejectedUnpark implements Exhibit {

    private static final int SLEEPERS = 3;
    private static final int PARKED = 5;

    @Override
    public void run() throws Exception {
        Scheduler ofSleepers = new Scheduler(true, SLEEPERS);
        for (int i = 0; i < SLEEPERS; i++) {
            ofSleepers.thread("sleeper", () -> Blocking.sleep(37)).start();
        }
        ofSleepers.awaitRefusals();

        Scheduler ofParked = new Scheduler(true, PARKED);
        for (int i = 0; i < PARKED; i++) {
            Thread parked = ofParked.thread("parked", LockSupport::park);
            parked.start();
            Virtual.awaitBlocked(parked);
            wake(parked);
        }
        ofParked.awaitRefusals();
    }

    private static void wake(Thread thread) {
        try {
            LockSupport.unpark(thread);
        } catch (RejectedExecutionException e) {
            return;
        }
        throw new IllegalStateException("the thread was not refused");
    }
}
