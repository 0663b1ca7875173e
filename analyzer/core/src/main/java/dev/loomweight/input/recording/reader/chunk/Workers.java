package dev.loomweight.input.recording.reader.chunk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs the same work on several threads, of which the caller's is one, and ends when all have. */
final class Workers {

    private Workers() {}

    /**
     * Runs it.
     *
     * @param threads how many threads; with one, none is started
     * @param work what each of them does
     * @param stop makes the others' work end soon, when one has failed
     * @throws CancellationException if the calling thread is interrupted; the others have ended then too
     */
    static void run(int threads, Runnable work, Runnable stop) {
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
            others.add(
                    Thread.ofPlatform().name("loomweight-reader-" + i).daemon().start(guarded));
        }
        guarded.run();
        boolean interrupted = joinAll(others, stop);
        Throwable thrown = failure.get();
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while a recording was read");
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
