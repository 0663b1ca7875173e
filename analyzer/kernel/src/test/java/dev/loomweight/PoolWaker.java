package dev.loomweight;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * For programs whose virtual threads keep their carriers until others have begun: the scheduler of JDK 21 can overlook one
 * that starts as an idle carrier goes to sleep, and such a program would wait for ever.
 */
public final class PoolWaker {

    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long BEFORE_WAKING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private PoolWaker() {}

    /** Waits, on a platform thread, until virtual threads have reached something. */
    public static void await(BooleanSupplier reached) {
        long since = System.nanoTime();
        while (!reached.getAsBoolean()) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            if (System.nanoTime() - since > BEFORE_WAKING_NANOS) {
                wake();
                since = System.nanoTime();
            }
        }
    }

    /** By another thread each time: the pool signals its carriers for a queue's first task, and each has a queue of its own. */
    private static void wake() {
        Thread.ofPlatform().daemon().name("waking").start(() -> {
            Thread.ofVirtual().name("waking").start(() -> {});
        });
    }
}
