package dev.loomweight.junit.samples.left;

import dev.loomweight.junit.NoThreadsLeft;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests with a hundred thousand threads each. */
@NoThreadsLeft
class Many {

    private static final int THREADS = 100_000;
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<Thread> start(CountDownLatch latch) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.startVirtualThread(() -> await(latch)));
        }
        return threads;
    }

    @Test
    void joined() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = start(end);
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void leaks() {
        start(NEVER);
    }
}
