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
        // One after the other, so that no two threads meet over loading a class.
        for (int i = 0; i < SLEEPERS; i++) {
            Scheduler scheduler = new Scheduler(true, 1);
            scheduler.thread("sleeper", () -> Blocking.sleep(37)).start();
            scheduler.awaitRefusals();
        }
        for (int i = 0; i < PARKED; i++) {
            Thread parked = new Scheduler(true, 1).thread("parked", LockSupport::park);
            parked.start();
            Virtual.awaitBlocked(parked);
            wake(parked);
        }
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
