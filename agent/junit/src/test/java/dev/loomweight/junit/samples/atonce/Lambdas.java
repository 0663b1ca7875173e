package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.ExpectPins;
import dev.loomweight.junit.NoPins;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Tasks that are lambdas. */
@NoPins(atMost = 0)
class Lambdas {

    private static final int TESTS = 9;

    @Test
    void pins() throws Exception {
        Meeting.of(
                Lambdas.class,
                TESTS,
                () -> Thread.ofVirtual().start(() -> Till.pay()).join());
    }

    @Test
    void pinsInALambdaOfALambda() throws Exception {
        Meeting.of(Lambdas.class, TESTS, () -> {
            Runnable task = () -> {
                Runnable inner = () -> Till.pay();
                inner.run();
            };
            Thread.ofVirtual().start(task).join();
        });
    }

    @Test
    void pinsInAnExecutor() throws Exception {
        Meeting.of(Lambdas.class, TESTS, () -> {
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                executor.submit(() -> Till.pay()).get();
            }
        });
    }

    @Test
    void quiet() throws Exception {
        Meeting.of(
                Lambdas.class,
                TESTS,
                () -> Thread.ofVirtual().start(() -> Till.look()).join());
    }

    @Test
    void quietWithoutAVirtualThread() throws Exception {
        Meeting.of(Lambdas.class, TESTS, Till::look);
    }

    @Test
    void aborted() throws Exception {
        Meeting.of(Lambdas.class, TESTS, Till::look);
        Assumptions.abort("not here");
    }

    @ExpectPins
    @Test
    void expected() throws Exception {
        Meeting.of(
                Lambdas.class,
                TESTS,
                () -> Thread.ofVirtual().start(() -> Till.pay()).join());
    }

    @ExpectPins
    @Test
    void vainlyExpected() throws Exception {
        Meeting.of(
                Lambdas.class,
                TESTS,
                () -> Thread.ofVirtual().start(() -> Till.look()).join());
    }

    @ExpectPins
    @Test
    void vainlyExpectedWithoutAVirtualThread() throws Exception {
        Meeting.of(Lambdas.class, TESTS, Till::look);
    }
}
