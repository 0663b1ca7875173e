package dev.loomweight.samples.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Many virtual threads that wait alike, for ever. */
final class Crowd {

    private static final long BETWEEN_LOOKS_NANOS = 500_000;

    private final List<Thread> threads;
    private final CountDownLatch gate = new CountDownLatch(1);

    /**
     * Starts them, and waits until all of them wait.
     *
     * @param size how many
     * @param first what each does before it waits
     */
    Crowd(int size, Runnable first, String what, Stand stand) {
        threads = new ArrayList<>(size);
        long began = System.nanoTime();
        for (int i = 0; i < size; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                first.run();
                await();
            }));
            stand.doing(what, i, size, began);
        }
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING) {
                if (!thread.isAlive()) {
                    throw new IllegalStateException("a thread ended instead of waiting");
                }
                LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            }
        }
    }

    private void await() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts", e);
        }
    }
}
