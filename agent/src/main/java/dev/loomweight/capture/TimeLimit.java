package dev.loomweight.capture;

import dev.loomweight.amount.Durations;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Limits the time of work that may block for ever. The work runs on a daemon thread of its own; when it has taken too
 * long it is given up, and nothing waits for that thread any more.
 */
public final class TimeLimit {

    /** For files of {@code /proc}, some of which wait for a lock of the process: smaps of a million mappings takes 10 s. */
    static final Duration KERNEL = Duration.ofSeconds(30);

    private static final Duration HURRIED = Duration.ofSeconds(2);
    private static final long LOOK_MILLIS = 50;

    private static volatile boolean hurried;

    private TimeLimit() {}

    /** The user wants the program to end: from now on no limit is longer than 2 s. */
    public static void hurry() {
        hurried = true;
    }

    /** Whether {@link #hurry} was called. */
    public static boolean isHurried() {
        return hurried;
    }

    /**
     * Does some work within a time. If the calling thread is interrupted, the time is no longer than 2 s.
     *
     * @param what what is done, for the message, such as {@code reading /proc/1/smaps}
     * @throws Unanswered if it takes longer; the work may go on unseen
     * @throws Exception what the work throws
     */
    public static <T> T within(Duration limit, String what, Callable<T> work) throws Exception {
        long began = System.nanoTime();
        return await(start(what, work), interrupted -> {
            Duration most = (hurried || interrupted) && limit.compareTo(HURRIED) > 0 ? HURRIED : limit;
            if (System.nanoTime() - began > most.toNanos()) {
                throw new Unanswered(what + " took longer than " + Durations.text(most) + " and was given up");
            }
        });
    }

    /** What is done some times a second while work is waited for. */
    public interface Look {

        /**
         * Looks whether to wait on; throws where not.
         *
         * @param interrupted whether the waiting thread was interrupted
         */
        void take(boolean interrupted);
    }

    /**
     * Waits for work that runs on another thread. The calling thread may be interrupted, and is so again afterwards.
     *
     * @throws Exception what the work throws, or the look
     */
    public static <T> T await(FutureTask<T> task, Look look) throws Exception {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    look.take(interrupted);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw cause(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Starts some work on a daemon thread of its own. */
    public static <T> FutureTask<T> start(String name, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().name("loomweight: " + name).start(task);
        return task;
    }

    /** What work threw that ran on another thread. An error is thrown again. */
    private static Exception cause(ExecutionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof Exception exception ? exception : e;
    }
}
