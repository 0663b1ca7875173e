package dev.loomweight.samples.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock is handed from one virtual thread to another, on a single carrier. The holder has the lock and waits; the waiter
 * wants the lock and blocks. If it kept the carrier, nothing could run any more. It does not: a third thread runs on the
 * same carrier, and only that lets the holder go on and give up the lock.
 *
 * <p>This JVM needs {@code -Djdk.virtualThreadScheduler.parallelism=1} and {@code maxPoolSize=1}.
 */
public final class Handoff {

    private static final long BETWEEN_LOOKS_NANOS = 500_000;
    private static final long MAX_SECONDS = 60;

    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch otherRan = new CountDownLatch(1);
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Set<String> carriers = ConcurrentHashMap.newKeySet();
    private final List<String> whileBlocked = new CopyOnWriteArrayList<>();

    private Handoff() {}

    /**
     * Runs the experiment.
     *
     * @param args none
     * @throws Exception if a thread could not run
     */
    public static void main(String[] args) throws Exception {
        Stand.play(0, stand -> {
            new Handoff().run(stand);
            return null;
        });
    }

    private void run(Stand stand) throws InterruptedException {
        Thread holder = Thread.ofVirtual().name("holder").start(this::hold);
        held.await();
        Thread waiter = Thread.ofVirtual().name("waiter").start(this::want);
        awaitWaiting(waiter);
        Thread other = Thread.ofVirtual().name("other").start(() -> run(waiter));
        for (Thread thread : List.of(other, holder, waiter)) {
            if (!thread.join(Duration.ofSeconds(MAX_SECONDS))) {
                stand.absent("order", thread.getName() + " did not end: the carrier was never free");
                return;
            }
        }
        stand.words("order", String.join(" / ", said));
        stand.count("carriers", carriers.size());
        stand.words("waiterMeanwhile", String.join(" / ", whileBlocked));
    }

    private void hold() {
        note();
        lock.lock();
        try {
            said.add("first");
            held.countDown();
            await(otherRan);
        } finally {
            lock.unlock();
        }
    }

    private void want() {
        note();
        lock.lock();
        try {
            said.add("third");
        } finally {
            lock.unlock();
        }
    }

    /** Runs while the waiter is blocked, and on the only carrier. */
    private void run(Thread waiter) {
        note();
        whileBlocked.add(waiter.getState() + (lock.hasQueuedThread(waiter) ? ", queued for the lock" : ""));
        said.add("second");
        otherRan.countDown();
    }

    /** The carrier is in a mounted thread's text, after the last {@code @}. */
    private void note() {
        String text = Thread.currentThread().toString();
        carriers.add(text.substring(text.lastIndexOf('@') + 1));
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(MAX_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("timed out");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts", e);
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
    }
}
