package dev.loomweight.samples.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * JDK-8373120: a virtual thread is notified while it begins to wait for a millisecond, and waits again at once. Where its
 * carrier is held up in between for longer than the first wait, the second one ends in the state BLOCKED for ever, though no
 * thread has the monitor. On JDK 25 before 25.0.4; rare, unless {@code java.lang.VirtualThread.afterYield} is slowed down.
 */
public final class LostBlock {

    private static final int PAIRS = 20;
    private static final long FIRST_MILLIS = 1;
    private static final long SECOND_MILLIS = 30;
    private static final long LOST_AFTER_SECONDS = 4;

    private LostBlock() {}

    /**
     * Runs for a time, and then waits for the threads that are lost.
     *
     * @param arguments for how many seconds; 10 without
     */
    public static void main(String[] arguments) throws InterruptedException {
        long seconds = arguments.length == 0 ? 10 : Long.parseLong(arguments[0]);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            waiters.add(pair(i, end));
        }
        TimeUnit.SECONDS.sleep(seconds + LOST_AFTER_SECONDS);
        long lost = waiters.stream().filter(Thread::isAlive).count();
        System.out.println(lost == 0 ? "none lost" : "lost " + lost);
        for (Thread waiter : waiters) {
            waiter.join();
        }
    }

    private static Thread pair(int number, long end) {
        Object lock = new Object();
        Semaphore begun = new Semaphore(0);
        Thread.ofPlatform().daemon().name("notifier-" + number).start(() -> {
            while (true) {
                Waits.acquire(begun);
                synchronized (lock) {
                    lock.notifyAll();
                }
            }
        });
        return Thread.ofVirtual().name("waiter-" + number).start(() -> {
            while (System.nanoTime() < end) {
                synchronized (lock) {
                    begun.release();
                    Waits.run(() -> lock.wait(FIRST_MILLIS));
                    Waits.run(() -> lock.wait(SECOND_MILLIS));
                }
            }
        });
    }
}
