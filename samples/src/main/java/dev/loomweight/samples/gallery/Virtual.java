package dev.loomweight.samples.gallery;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads of the exhibits, and how they find each other without luck.
 *
 * <p>The scheduler's pool can overlook a virtual thread that starts just as an idle carrier goes to sleep (JDK-8373118
 * is one such case); if the other carriers are kept, it then waits for ever. Whoever waits here wakes the pool from time
 * to time, by a virtual thread that does nothing.
 */
final class Virtual {

    private static final long BETWEEN_LOOKS_NANOS = 500_000;

    private static final int LOOKS_BEFORE_WAKING = 2_000;

    private static final long MILLIS_BEFORE_WAKING = 1_000;

    private Virtual() {}

    /** What a thread does. */
    @FunctionalInterface
    interface Task {
        void run() throws Exception;
    }

    /**
     * A thread and its end.
     *
     * @param thread the thread, started
     * @param end completes when it ends, with what it threw
     */
    record Running(Thread thread, CompletableFuture<Void> end) {

        /** Waits for its end, on a platform thread, and throws what it threw. */
        void join() throws Exception {
            while (true) {
                try {
                    end.get(MILLIS_BEFORE_WAKING, TimeUnit.MILLISECONDS);
                    return;
                } catch (TimeoutException e) {
                    wakePool();
                } catch (ExecutionException e) {
                    throw new IllegalStateException(thread.getName() + " failed", e.getCause());
                }
            }
        }
    }

    /** Waits, on a platform thread, until all have counted down. */
    static void await(CountDownLatch latch) throws InterruptedException {
        while (!latch.await(MILLIS_BEFORE_WAKING, TimeUnit.MILLISECONDS)) {
            wakePool();
        }
    }

    /**
     * The pool signals its carriers for a queue's first task only, and the queue depends on the thread that submits: so
     * each time another one does.
     */
    private static void wakePool() {
        Thread.ofPlatform()
                .daemon()
                .name("waking")
                .start(() -> Thread.ofVirtual().name("waking").start(() -> {}));
    }

    /** Runs a task on a virtual thread of that name, and waits for its end. */
    static void run(String name, Task task) throws Exception {
        start(name, task).join();
    }

    /** Starts a virtual thread. */
    static Running start(String name, Task task) {
        return start(Thread.ofVirtual().name(name), task);
    }

    /** Starts a thread. */
    static Running start(Thread.Builder builder, Task task) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        return new Running(
                builder.start(() -> {
                    try {
                        task.run();
                        end.complete(null);
                    } catch (Throwable e) {
                        end.completeExceptionally(e);
                    }
                }),
                end);
    }

    /** Waits until a thread is blocked: the JVM tells that only by the thread's state. For platform threads to call. */
    static void awaitBlocked(Thread thread) {
        int looks = 0;
        while (thread.getState() != Thread.State.BLOCKED
                && thread.getState() != Thread.State.WAITING
                && thread.getState() != Thread.State.TIMED_WAITING) {
            if (thread.getState() == Thread.State.TERMINATED) {
                throw new IllegalStateException(thread.getName() + " ended instead of blocking");
            }
            looks = waitForNextLook(looks);
        }
    }

    /** Waits until a method is the innermost of a thread: of a wait inside the JVM, the thread's state tells nothing. */
    static void awaitIn(Thread thread, String method) {
        int looks = 0;
        StackTraceElement[] stack = thread.getStackTrace();
        while (stack.length == 0 || !stack[0].getMethodName().equals(method)) {
            if (thread.getState() == Thread.State.TERMINATED) {
                throw new IllegalStateException(thread.getName() + " ended instead of waiting in " + method);
            }
            looks = waitForNextLook(looks);
            stack = thread.getStackTrace();
        }
    }

    private static int waitForNextLook(int looks) {
        LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        if ((looks + 1) % LOOKS_BEFORE_WAKING == 0) {
            wakePool();
        }
        return looks + 1;
    }
}
