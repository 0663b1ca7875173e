package dev.loomweight.samples.experiment;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * As many virtual threads asleep as are asked for, a million of them: each is a few objects in the heap, so what bounds
 * them is memory, and not the kernel.
 *
 * <p>Arguments: how many.
 */
public final class Asleep {

    private static final long BETWEEN_LOOKS_NANOS = 1_000_000;

    private Asleep() {}

    /**
     * Runs the experiment.
     *
     * @param args a number of threads
     * @throws Exception if a thread could not run
     */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        Stand.play(count, stand -> {
            Thread[] threads = new Thread[count];
            long began = System.nanoTime();
            for (int i = 0; i < count; i++) {
                threads[i] = Thread.startVirtualThread(Asleep::sleep);
                stand.doing("starting sleepers", i, count, began);
            }
            long asleep = 0;
            for (Thread thread : threads) {
                while (thread.getState() != Thread.State.TIMED_WAITING) {
                    if (!thread.isAlive()) {
                        throw new IllegalStateException("a sleeper ended");
                    }
                    LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
                }
                asleep++;
            }
            stand.count("sleepers", asleep);
            OptionalLong peak = Heap.residentPeak();
            if (peak.isPresent()) {
                stand.bytes("sleepersResident", peak.getAsLong());
            } else {
                stand.absent("sleepersResident", "this system has no /proc");
            }
            return threads;
        });
    }

    private static void sleep() {
        try {
            Thread.sleep(Duration.ofDays(1000));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts", e);
        }
    }
}
