package dev.loomweight.samples.experiment;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;

/** Many tasks that are alike, given to one executor at once. */
final class Batch {

    private Batch() {}

    /**
     * Runs them and reports progress.
     *
     * @param what a few words for them
     * @param executor runs them; stays open
     * @return how long it took until the last had ended, in nanoseconds
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    static long time(String what, ExecutorService executor, Runnable task, int tasks, Stand stand)
            throws InterruptedException {
        CountDownLatch done = new CountDownLatch(tasks);
        long began = System.nanoTime();
        for (int i = 0; i < tasks; i++) {
            executor.execute(() -> {
                task.run();
                done.countDown();
                stand.doing(what, tasks - done.getCount(), tasks, began);
            });
        }
        done.await();
        return System.nanoTime() - began;
    }

    /** A task that waits, as it would for an answer. */
    static Runnable waiting(Duration time) {
        return () -> {
            try {
                Thread.sleep(time);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts", e);
            }
        };
    }
}
