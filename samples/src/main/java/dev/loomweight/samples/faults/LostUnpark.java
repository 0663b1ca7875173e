package dev.loomweight.samples.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * JDK-8369227: a virtual thread parks with a time, is unparked just as that ends, and parks without one: for a latch, whose
 * count then goes to 0. On JDK 25 before 25.0.3 it can stay parked for ever.
 */
public final class LostUnpark {

    private static final int PAIRS = 100;
    private static final int LONGEST_MILLIS = 10;
    private static final Duration LOST_AFTER = Duration.ofSeconds(3);

    /** A thread and the latch that it waits for. */
    private record Pair(Thread worker, CountDownLatch latch) {}

    private LostUnpark() {}

    /**
     * Runs rounds until a thread is lost, and then waits for that thread.
     *
     * @param arguments how many rounds at most; 1,000 without
     */
    public static void main(String[] arguments) throws InterruptedException {
        int rounds = arguments.length == 0 ? 1_000 : Integer.parseInt(arguments[0]);
        for (int round = 1; round <= rounds; round++) {
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < PAIRS; i++) {
                pairs.add(pair(i, 1 + i % LONGEST_MILLIS));
            }
            for (Pair pair : pairs) {
                while (pair.worker.getState() != Thread.State.WAITING) {
                    TimeUnit.MILLISECONDS.sleep(1);
                }
            }
            pairs.forEach(pair -> pair.latch.countDown());
            for (Pair pair : pairs) {
                if (!pair.worker.join(LOST_AFTER)) {
                    System.out.println("lost " + pair.worker.getName() + " in round " + round);
                    pair.worker.join();
                }
            }
        }
        System.out.println("none lost");
    }

    private static Pair pair(int number, int millis) {
        CountDownLatch latch = new CountDownLatch(1);
        Thread worker = Thread.ofVirtual().name("worker-" + number).start(() -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            Waits.untilOpen(latch);
        });
        Thread.ofVirtual().name("waker-" + number).start(() -> {
            Waits.sleep(millis);
            LockSupport.unpark(worker);
        });
        return new Pair(worker, latch);
    }
}
