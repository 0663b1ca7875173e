package dev.loomweight.launch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;

/**
 * Three carriers of which one spins, one has a virtual thread that is pinned on every JDK (it parks while it initializes a
 * class), and one is idle. An own pool, made before the scheduler's, has a worker that spins too and one that waits.
 */
public final class CarrierApp {

    private static final CountDownLatch SPINS = new CountDownLatch(1);
    private static volatile long sink;

    private CarrierApp() {}

    /** Parks for ever while it is initialized. */
    private static final class Parked {
        static {
            sink = 1;
            while (sink > 0) {
                LockSupport.park();
            }
        }

        static void touch() {}

        private Parked() {}
    }

    private static void spin() {
        SPINS.countDown();
        while (sink >= 0) {
            Thread.onSpinWait();
        }
    }

    /**
     * Runs until it is killed.
     *
     * @param arguments {@code idle}: nothing but virtual threads that have ended
     */
    public static void main(String[] arguments) throws Exception {
        ForkJoinPool own = new ForkJoinPool(2);
        own.submit(() -> 0).join();
        if (arguments.length > 0) {
            Thread.ofVirtual().start(() -> {}).join();
        } else {
            own.execute(CarrierApp::spin);
            Thread pinned = Thread.ofVirtual().start(Parked::touch);
            while (pinned.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            Thread.ofVirtual().start(CarrierApp::spin);
            SPINS.await();
            // All three have begun.
            Thread.ofVirtual().start(() -> {}).join();
            LockSupport.parkNanos(1);
        }
        System.out.println("ready");
        System.in.read();
        System.exit(0);
    }
}
