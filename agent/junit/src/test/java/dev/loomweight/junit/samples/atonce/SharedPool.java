package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.ExpectPins;
import dev.loomweight.junit.NoPins;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests, one after the other, whose tasks run on a worker that the first of them has made. */
@NoPins(atMost = 0)
@Execution(ExecutionMode.SAME_THREAD)
@TestMethodOrder(MethodOrderer.MethodName.class)
class SharedPool {

    private static final ExecutorService POOL =
            Executors.newFixedThreadPool(1, Thread.ofVirtual().factory());
    private static final CountDownLatch ENDED = new CountDownLatch(1);

    @AfterAll
    static void close() {
        POOL.close();
    }

    @Test
    void aMakesTheWorker() throws Exception {
        POOL.submit(() -> Till.look()).get();
    }

    @Test
    void bQuiet() throws Exception {
        POOL.submit(() -> Till.look()).get();
    }

    @ExpectPins
    @Test
    void expected() throws Exception {
        POOL.submit(() -> Till.pay()).get();
    }

    @Test
    void pinsInTheTest() throws Exception {
        POOL.submit(() -> Till.pay()).get();
    }

    @Test
    void pinsLater() {
        Future<?> task = POOL.submit(() -> {
            ENDED.await();
            Till.pay();
            return 0;
        });
        if (task.isDone()) {
            throw new IllegalStateException("it waits for a later test");
        }
    }

    @Test
    void quietWhileAnEarlierTestPins() throws Exception {
        ENDED.countDown();
        POOL.submit(() -> Till.look()).get();
    }

    @ExpectPins
    @Test
    void vainlyExpected() throws Exception {
        POOL.submit(() -> Till.look()).get();
    }
}
