package dev.loomweight.junit.samples.atonce;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An application, whose threads run the same code for all that call it: nothing on their stacks is of a test. It creates
 * one thread at a time: of two that are created at the same moment it may not be known whose is which.
 */
final class Shop {

    private static final Lock TURN = new ReentrantLock();
    private static final ExecutorService EACH = Executors.newThreadPerTaskExecutor(Shop::thread);

    private static final Queue<Future<?>> JOBS = new ConcurrentLinkedQueue<>();
    private static final Semaphore FINISHED = new Semaphore(0);

    private Shop() {}

    private static Thread thread(Runnable task) {
        TURN.lock();
        try {
            return Thread.ofVirtual().unstarted(task);
        } finally {
            TURN.unlock();
        }
    }

    /** On a thread that the caller creates. */
    static void serve(boolean pays) throws InterruptedException {
        Thread thread = thread(() -> order(pays));
        thread.start();
        thread.join();
    }

    /** On a thread of an executor, which all callers share. */
    static Future<?> submit(boolean pays) {
        return EACH.submit(() -> order(pays));
    }

    /** On a thread that such a thread creates. */
    static Future<?> forward(boolean pays) {
        return EACH.submit(() -> {
            serve(pays);
            return pays;
        });
    }

    /** After a thread of the executor, on another. */
    static Future<?> chain(boolean pays) {
        return CompletableFuture.supplyAsync(() -> pays, EACH).thenAcceptAsync(Shop::order, EACH);
    }

    /** Starts a job on a thread that the caller creates, and that waits until it is to finish. */
    static void later(boolean pays) {
        JOBS.add(EACH.submit(() -> {
            FINISHED.acquireUninterruptibly();
            order(pays);
        }));
    }

    /** Lets the job finish, and waits for its end. */
    static void finish() throws Exception {
        FINISHED.release();
        JOBS.remove().get();
    }

    private static void order(boolean pays) {
        if (pays) {
            Till.pay();
        } else {
            Till.look();
        }
    }
}
