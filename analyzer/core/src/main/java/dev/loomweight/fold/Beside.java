package dev.loomweight.fold;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Something that another processor works out, while the thread that needs it works at something else: what is made of the
 * samples once all are read has parts that do not need each other.
 *
 * @param <T> what is worked out
 */
public final class Beside<T> {

    private static final boolean SEVERAL = Runtime.getRuntime().availableProcessors() > 1;

    private final FutureTask<T> task;

    private Beside(FutureTask<T> task) {
        this.task = task;
    }

    /** Begins with it where it is much and there are several processors; else the thread that needs it does it. */
    public static <T> Beside<T> begin(boolean much, Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        if (much && SEVERAL) {
            Thread.ofPlatform().name("loomweight-beside").daemon().start(task);
        }
        return new Beside<>(task);
    }

    /**
     * Waits for it. What was thrown is thrown here.
     *
     * @throws CancellationException if the calling thread is interrupted meanwhile; its interrupt status is then set
     */
    public T get() {
        // Does nothing where it has begun.
        task.run();
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException) new CancellationException("stopped").initCause(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            if (e.getCause() instanceof Error thrown) {
                throw thrown;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
