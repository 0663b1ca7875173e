package dev.loomweight.bench.dumps;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A JVM with virtual threads that wait in five ways on stacks of 5 to 24 frames, and with a platform and a virtual thread
 * that do what a request does, again and again, and measure by how much they are kept from it. For each line of its
 * input it prints the longest of these gaps of each of the two since the last line, in nanoseconds.
 */
public final class WaitingThreads {

    private static final int LOCKS = 50;
    private static final int DEEPEST = 20;
    private static final long PERIOD_NANOS = 1_000_000;

    private WaitingThreads() {}

    /**
     * Waits until it is killed.
     *
     * @param arguments the number of threads
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        ReentrantLock[] locks = new ReentrantLock[LOCKS];
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
            locks[i].lock();
        }
        CountDownLatch started = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            int number = i;
            Thread.ofVirtual()
                    .name("request-" + i)
                    .start(() -> descend(number, number % DEEPEST, locks[number % LOCKS], started));
        }
        started.await();
        AtomicLong platform = new AtomicLong();
        AtomicLong virtual = new AtomicLong();
        Thread.ofPlatform().daemon().start(() -> measure(platform));
        Thread.ofVirtual().start(() -> measure(virtual));
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (in.readLine() != null) {
            System.out.println(platform.getAndSet(0) + " " + virtual.getAndSet(0));
        }
        System.exit(0);
    }

    private static void measure(AtomicLong longest) {
        long last = System.nanoTime();
        while (true) {
            LockSupport.parkNanos(PERIOD_NANOS);
            long now = System.nanoTime();
            longest.accumulateAndGet(now - last - PERIOD_NANOS, Math::max);
            last = now;
        }
    }

    private static void descend(int number, int depth, ReentrantLock lock, CountDownLatch started) {
        if (depth > 0) {
            if (depth % 2 == 0) {
                descend(number, depth - 1, lock, started);
            } else {
                descendFurther(number, depth - 1, lock, started);
            }
            return;
        }
        started.countDown();
        try {
            switch (number % 5) {
                case 0 -> Thread.sleep(Long.MAX_VALUE);
                case 1 -> lock.lock();
                case 2 -> new CountDownLatch(1).await();
                case 3 -> LockSupport.park(lock);
                default -> new SynchronousQueue<String>().take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void descendFurther(int number, int depth, ReentrantLock lock, CountDownLatch started) {
        descend(number, depth, lock, started);
    }
}
