package dev.loomweight.samples.gallery;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/** Threads of the exhibits, and how they find each other without luck. */
final class Virtual {

    private static final long BETWEEN_LOOKS_NANOS = 500_000;

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
            try {
                end.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(thread.getName() + " failed", e.getCause());
            }
        }
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
        while (thread.getState() != Thread.State.BLOCKED
                && thread.getState() != Thread.State.WAITING
                && thread.getState() != Thread.State.TIMED_WAITING) {
            if (thread.getState() == Thread.State.TERMINATED) {
                throw new IllegalStateException(thread.getName() + " ended instead of blocking");
            }
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
    }

    /** Waits until a method is the innermost of a thread: of a wait inside the JVM, the thread's state tells nothing. */
    static void awaitIn(Thread thread, String method) {
        StackTraceElement[] stack = thread.getStackTrace();
        while (stack.length == 0 || !stack[0].getMethodName().equals(method)) {
            if (thread.getState() == Thread.State.TERMINATED) {
                throw new IllegalStateException(thread.getName() + " ended instead of waiting in " + method);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            stack = thread.getStackTrace();
        }
    }
}
