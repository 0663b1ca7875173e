package dev.loomweight.samples.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * JDK-8360593: with one or two processors, a task of {@link CompletableFuture} that waits for another one waits for ever on
 * JDK 25 and later: both are tasks of the common pool, which has one worker. Before, each had a thread.
 */
public final class OneWorker {

    private OneWorker() {}

    /** Waits for a task that waits for another. */
    public static void main(String[] arguments) {
        CountDownLatch second = new CountDownLatch(1);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> Waits.untilOpen(second));
        CompletableFuture<Void> other = CompletableFuture.runAsync(second::countDown);
        CompletableFuture.allOf(first, other).join();
        System.out.println("both have run");
    }
}
