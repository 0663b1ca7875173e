package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.util.ArrayList;
import java.util.List;
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
        Scheduler scheduler = new Scheduler(SLEEPERS + PARKED);
        List<Thread> parked = new ArrayList<>();
        for (int i = 0; i < PARKED; i++) {
            parked.add(start(scheduler.thread("parked", LockSupport::park)));
        }
        for (int i = 0; i < SLEEPERS; i++) {
            start(scheduler.thread("sleeper", () -> Blocking.sleep(501)));
        }
        scheduler.refuse();
        for (Thread each : parked) {
            wake(each);
        }
        scheduler.awaitRefusals();
    }

    private static Thread start(Thread thread) {
        thread.start();
        Virtual.awaitBlocked(thread);
        return thread;
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
