package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.util.concurrent.RejectedExecutionException;

/**
 * Virtual threads that their scheduler refuses to start. Thread.start throws RejectedExecutionException to its caller,
 * and the thread never runs. The event's thread is the one that called start, the victim is told by its number alone.
 * Only a scheduler of one's own, or a JVM out of memory, refuses: handle the exception, or let the scheduler queue.
 */
public final class RejectedStart implements Exhibit {

    @Override
    public void run() throws Exception {
        Scheduler scheduler = new Scheduler(false, 7);
        for (int i = 0; i < 7; i++) {
            open(scheduler);
        }
        scheduler.awaitRefusals();
    }

    private static void open(Scheduler scheduler) throws ReflectiveOperationException {
        Thread victim = scheduler.thread("refused", () -> {});
        try {
            victim.start();
        } catch (RejectedExecutionException e) {
            return;
        }
        throw new IllegalStateException("the thread was not refused");
    }
}
