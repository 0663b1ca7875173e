package dev.loomweight.input;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs the same work on several threads, of which the caller's is one, and ends when all have. */
public final class Workers {

    private Workers() {}

    /**
     * Runs it.
     *
     * @param threads how many threads; with one, none is started
     * @param name what the other threads are called, before their numbers
     * @param work what each of them does
     * @param stop makes the others' work end soon, when one has failed or the calling thread is interrupted
     * @throws CancellationException if the calling thread is interrupted, whose interrupt status is then set; the others have
     *     ended then too
     * @throws RuntimeException the first that one of them throws
     */
    public static void run(int threads, String name, Runnable work, Runnable stop) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Runnable guarded = () -> {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
                stop.run();
            }
        };
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            others.add(Thread.ofPlatform().name(name + i).daemon().start(guarded));
        }
        guarded.run();
        boolean interrupted = joinAll(others, stop);
        Throwable thrown = failure.get();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        if (interrupted) {
            throw new CancellationException("stopped");
        }
    }

    private static boolean joinAll(List<Thread> others, Runnable stop) {
        boolean interrupted = false;
        for (Thread other : others) {
            while (true) {
                try {
                    other.join();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                    stop.run();
                }
            }
        }
        return interrupted;
    }
}
