package dev.loomweight.owners;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A program in which nothing ends, and which says who waits for whom: {@code lock NAME CLASS@HASH OWNER WAITERS} for each
 * lock, with the ids of threads, {@code pool NAME ID} for each pool of one thread, and {@code thread NAME ID}. It runs until its standard input ends.
 */
public final class LocksApp {

    @SuppressWarnings("UnusedVariable") // It is written to, so that a class is initialized.
    private static volatile int said;

    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();

    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final CountDownLatch MONITORS = new CountDownLatch(2);
    private static final CountDownLatch CLASSES = new CountDownLatch(2);
    private static final List<Thread> BLOCKED = new ArrayList<>();

    /** A pool of virtual threads that nothing refers to is garbage, whatever these wait for. */
    private static final List<ExecutorService> POOLS = new ArrayList<>();

    private LocksApp() {}

    /** Its initialization needs the other's. */
    static final class First {
        static final int NUMBER;

        static {
            meet(CLASSES);
            NUMBER = Second.NUMBER;
        }

        private First() {}
    }

    /** Its initialization needs the other's. */
    static final class Second {
        static final int NUMBER;

        static {
            meet(CLASSES);
            NUMBER = First.NUMBER;
        }

        private Second() {}
    }

    /** Not parallel-capable: who loads a class holds the loader. */
    static final class SlowLoader extends ClassLoader {
        @Override
        protected synchronized Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            never();
            return super.loadClass(name, resolve);
        }
    }

    /** What a program waits for on two paths. */
    static void leftThenRight() {
        synchronized (LEFT) {
            meet(MONITORS);
            synchronized (RIGHT) {
                never();
            }
        }
    }

    static void rightThenLeft() {
        synchronized (RIGHT) {
            meet(MONITORS);
            synchronized (LEFT) {
                never();
            }
        }
    }

    /** Starts the threads, says who waits for whom, and waits. */
    public static void main(String[] arguments) throws Exception {
        ReentrantLock dead = new ReentrantLock();
        Thread dies = virtual("dies", dead::lock);
        dies.join();
        say("dead", dies, parked("waitsForTheDead", dead::lock));

        cycle();
        Semaphore permits = new Semaphore(0);
        say("semaphore", null, parked("wantsPermit", permits::acquireUninterruptibly));
        CountDownLatch latch = new CountDownLatch(3);
        say("latch", null, parked("awaitsLatch", () -> await(latch)));

        ReentrantReadWriteLock files = new ReentrantReadWriteLock();
        Thread reads = parked("reads", () -> {
            files.readLock().lock();
            never();
        });
        say("read", reads, parked("writes", () -> files.writeLock().lock()));

        ReentrantLock guard = new ReentrantLock();
        Condition condition = guard.newCondition();
        say("condition", null, parked("awaitsCondition", () -> {
            guard.lock();
            while (guard.isHeldByCurrentThread()) {
                condition.awaitUninterruptibly();
            }
        }));

        FutureTask<Object> task = new FutureTask<>(() -> never());
        Thread computes = platform("computes", task);
        until(computes, Thread.State.WAITING);
        say("future", computes, parked("awaitsFuture", () -> get(task)));
        CompletableFuture<Object> result = new CompletableFuture<>();
        say("completable", null, parked("awaitsResult", result::join));
        inPool("submits", Thread.ofPlatform().daemon(), pool -> get(pool.submit(() -> never())));
        inPool(
                "supplies",
                Thread.ofVirtual(),
                pool -> CompletableFuture.supplyAsync(LocksApp::never, pool).join());
        inPool(
                "limited",
                Thread.ofVirtual(),
                pool -> CompletableFuture.supplyAsync(LocksApp::never, pool)
                        .orTimeout(1, TimeUnit.HOURS)
                        .join());
        Thread joined = parked("joined", LocksApp::never);
        say("join", joined, parked("joins", () -> join(joined)));

        blocked("leftThenRight", LocksApp::leftThenRight);
        blocked("rightThenLeft", LocksApp::rightThenLeft);
        blockedInClass("needsFirst", () -> said = First.NUMBER);
        blockedInClass("needsSecond", () -> said = Second.NUMBER);
        SlowLoader loader = new SlowLoader();
        parked("loads", () -> load(loader, "One"));
        blocked("wantsLoader", () -> load(loader, "Two"));
        for (Thread thread : BLOCKED) {
            until(thread, Thread.State.BLOCKED);
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
        System.exit(0);
    }

    /** Starts a pool of one thread, which waits for another task of the pool. */
    private static void inPool(String name, Thread.Builder threads, Consumer<ExecutorService> task)
            throws InterruptedException {
        BlockingQueue<Thread> started = new LinkedBlockingQueue<>();
        ExecutorService pool = Executors.newFixedThreadPool(1, work -> {
            Thread thread = threads.name(name).unstarted(work);
            started.add(thread);
            return thread;
        });
        POOLS.add(pool);
        pool.execute(() -> task.accept(pool));
        Thread thread = started.take();
        awaitBlocker(thread, "Future");
        until(thread, Thread.State.WAITING);
        System.out.println("pool " + name + " " + thread.threadId());
    }

    private static void cycle() throws Exception {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock other = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Thread first = virtual("first", () -> lockBoth(one, other, both));
        Thread second = virtual("second", () -> lockBoth(other, one, both));
        both.await();
        until(first, Thread.State.WAITING);
        until(second, Thread.State.WAITING);
        awaitBlocker(first, "ReentrantLock");
        awaitBlocker(second, "ReentrantLock");
        say("one", first, second);
        say("other", second, first);
    }

    private static void lockBoth(ReentrantLock own, ReentrantLock wanted, CountDownLatch both) {
        own.lock();
        both.countDown();
        await(both);
        wanted.lock();
    }

    private static void say(String name, @Nullable Thread owner, Thread waiter) {
        System.out.println(
                "lock " + name + " " + Objects.toIdentityString(Objects.requireNonNull(LockSupport.getBlocker(waiter)))
                        + " " + (owner == null ? 0 : owner.threadId()) + " " + waiter.threadId());
    }

    private static Thread virtual(String name, Runnable run) {
        Thread thread = Thread.ofVirtual().name(name).start(run);
        System.out.println("thread " + name + " " + thread.threadId());
        return thread;
    }

    private static Thread platform(String name, Runnable run) {
        Thread thread = Thread.ofPlatform().daemon().name(name).start(run);
        System.out.println("thread " + name + " " + thread.threadId());
        return thread;
    }

    private static Thread parked(String name, Runnable run) throws InterruptedException {
        Thread thread = virtual(name, run);
        while (LockSupport.getBlocker(thread) == null) {
            Thread.sleep(1);
        }
        until(thread, Thread.State.WAITING);
        return thread;
    }

    private static void blocked(String name, Runnable run) {
        BLOCKED.add(virtual(name, run));
    }

    // Its state is RUNNABLE while it waits for a class: the JVM does not show it.
    private static void blockedInClass(String name, Runnable run) throws InterruptedException {
        platform(name, run);
        if (name.equals("needsSecond")) {
            CLASSES.await();
        }
    }

    private static void until(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) {
            Thread.sleep(1);
        }
    }

    private static void awaitBlocker(Thread thread, String of) throws InterruptedException {
        for (Object blocker = LockSupport.getBlocker(thread);
                blocker == null || !blocker.getClass().getName().contains(of);
                blocker = LockSupport.getBlocker(thread)) {
            Thread.sleep(1);
        }
    }

    private static void meet(CountDownLatch both) {
        both.countDown();
        await(both);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object never() {
        await(NEVER);
        return NEVER;
    }

    private static void get(Future<Object> task) {
        try {
            task.get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void load(ClassLoader loader, String name) {
        try {
            loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
