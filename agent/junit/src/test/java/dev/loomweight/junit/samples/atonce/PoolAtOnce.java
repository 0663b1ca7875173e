package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.ExpectPins;
import dev.loomweight.junit.NoPins;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests that run at once and share a pool. */
@NoPins(atMost = 0)
class PoolAtOnce {

    private static final int TESTS = 6;
    private static final ExecutorService POOL =
            Executors.newFixedThreadPool(2, Thread.ofVirtual().factory());

    @AfterAll
    static void close() {
        POOL.close();
    }

    @Test
    void pins() throws Exception {
        Meeting.of(PoolAtOnce.class, TESTS, () -> POOL.submit(() -> Till.pay()).get());
    }

    @Test
    void pinsByAMethodReference() throws Exception {
        Meeting.of(PoolAtOnce.class, TESTS, () -> POOL.submit(Till::pay).get());
    }

    @Test
    void quiet() throws Exception {
        Meeting.of(PoolAtOnce.class, TESTS, () -> POOL.submit(() -> Till.look()).get());
    }

    @Test
    void quietWithoutAVirtualThread() throws Exception {
        Meeting.of(PoolAtOnce.class, TESTS, Till::look);
    }

    @ExpectPins
    @Test
    void expected() throws Exception {
        Meeting.of(PoolAtOnce.class, TESTS, () -> POOL.submit(() -> Till.pay()).get());
    }

    @ExpectPins
    @Test
    void vainlyExpected() throws Exception {
        Meeting.of(PoolAtOnce.class, TESTS, () -> POOL.submit(() -> Till.look()).get());
    }
}
