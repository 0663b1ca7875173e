package dev.loomweight.samples.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * JDK-8369227: a virtual thread parks with a time, is unparked just as that ends, and parks without one: for a latch, whose
 * count then goes to 0, or for something else that is then given. On JDK 25 before 25.0.3 it can stay parked for ever.
 */
public final class LostUnpark {

    private static final int PAIRS = 100;
    private static final int LONGEST_MILLIS = 10;
    private static final Duration LOST_AFTER = Duration.ofSeconds(3);

    private static final Map<String, Supplier<Awaited>> KINDS = Map.of(
            "latch", LostUnpark::latch,
            "lock", LostUnpark::lock,
            "semaphore", LostUnpark::semaphore,
            "future", LostUnpark::future,
            "task", LostUnpark::task,
            "queue", LostUnpark::queue);

    /**
     * What a thread waits for, without a limit.
     *
     * @param await waits for it
     * @param give ends the wait
     */
    private record Awaited(Runnable await, Runnable give) {}

    /** A thread and what it waits for. */
    private record Pair(Thread worker, Awaited awaited) {}

    private LostUnpark() {}

    /**
     * Runs rounds until a thread is lost, and then waits for that thread.
     *
     * @param arguments how many rounds at most, 1,000 without; and what is waited for: latch, lock, semaphore, future, task or
     *     queue, a latch without
     */
    public static void main(String[] arguments) throws InterruptedException {
        int rounds = arguments.length == 0 ? 1_000 : Integer.parseInt(arguments[0]);
        String kind = arguments.length < 2 ? "latch" : arguments[1];
        Supplier<Awaited> kinds = KINDS.get(kind);
        if (kinds == null) {
            throw new IllegalArgumentException("unknown kind " + kind);
        }
        for (int round = 1; round <= rounds; round++) {
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < PAIRS; i++) {
                pairs.add(pair(i, 1 + i % LONGEST_MILLIS, kinds.get()));
            }
            for (Pair pair : pairs) {
                while (pair.worker.getState() != Thread.State.WAITING) {
                    TimeUnit.MILLISECONDS.sleep(1);
                }
            }
            pairs.forEach(pair -> pair.awaited.give.run());
            for (Pair pair : pairs) {
                if (!pair.worker.join(LOST_AFTER)) {
                    System.out.println("lost " + pair.worker.getName() + " in round " + round);
                    pair.worker.join();
                }
            }
        }
        System.out.println("none lost");
    }

    private static Pair pair(int number, int millis, Awaited awaited) {
        Thread worker = Thread.ofVirtual().name("worker-" + number).start(() -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            awaited.await.run();
        });
        Thread.ofVirtual().name("waker-" + number).start(() -> {
            Waits.sleep(millis);
            LockSupport.unpark(worker);
        });
        return new Pair(worker, awaited);
    }

    private static Awaited latch() {
        CountDownLatch latch = new CountDownLatch(1);
        return new Awaited(() -> Waits.untilOpen(latch), latch::countDown);
    }

    /** Locked by who makes it, and unlocked by the same thread. */
    @SuppressWarnings("LockNotBeforeTry")
    private static Awaited lock() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        return new Awaited(
                () -> {
                    lock.lock();
                    lock.unlock();
                },
                lock::unlock);
    }

    private static Awaited semaphore() {
        Semaphore semaphore = new Semaphore(0);
        return new Awaited(semaphore::acquireUninterruptibly, semaphore::release);
    }

    private static Awaited future() {
        CompletableFuture<String> future = new CompletableFuture<>();
        return new Awaited(future::join, () -> future.complete("done"));
    }

    private static Awaited task() {
        FutureTask<String> task = new FutureTask<>(() -> "done");
        return new Awaited(() -> Waits.run(() -> result(task)), task);
    }

    private static String result(FutureTask<String> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the task does not fail", e);
        }
    }

    private static Awaited queue() {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        return new Awaited(() -> Waits.run(queue::take), () -> queue.add("element"));
    }
}
