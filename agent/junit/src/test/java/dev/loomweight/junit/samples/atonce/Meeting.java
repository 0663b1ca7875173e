package dev.loomweight.junit.samples.atonce;

import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Makes the tests of a class run at once: none goes on before all have begun, and none ends before all are done. */
final class Meeting {

    private static final long MAX_SECONDS = 60;
    private static final Map<String, CyclicBarrier> BARRIERS = new ConcurrentHashMap<>();

    private Meeting() {}

    /** What a test does. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    /**
     * Runs what a test does while all tests of its class run.
     *
     * @param of the class
     * @param tests how many they are
     */
    static void of(Class<?> of, int tests, Body body) throws Exception {
        await(of, tests);
        try {
            body.run();
        } finally {
            await(of, tests);
        }
    }

    private static void await(Class<?> of, int tests)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        BARRIERS.computeIfAbsent(of.getName(), name -> new CyclicBarrier(tests)).await(MAX_SECONDS, TimeUnit.SECONDS);
    }
}
