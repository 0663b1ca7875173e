package dev.loomweight.mcp;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Answers calls on a thread of its own, one after the other, so that whoever reads messages never waits. Only so many
 * wait; each has a deadline.
 */
final class Worker implements AutoCloseable {

    /** The maximum number of calls that wait. */
    static final int MAX_WAITING_CALLS = 16;

    private final ThreadPoolExecutor calls = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING_CALLS),
            work -> Thread.ofPlatform().name("loomweight-question").daemon().unstarted(work));
    private final ScheduledExecutorService deadlines = Executors.newSingleThreadScheduledExecutor(
            work -> Thread.ofPlatform().name("loomweight-deadlines").daemon().unstarted(work));

    /**
     * Adds a call.
     *
     * @return false if too many wait already
     */
    boolean add(Runnable call) {
        try {
            calls.execute(call);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Does something after a time; running what is returned prevents it. */
    Runnable after(Duration time, Runnable action) {
        ScheduledFuture<?> scheduled = deadlines.schedule(action, time.toMillis(), TimeUnit.MILLISECONDS);
        return () -> scheduled.cancel(false);
    }

    /**
     * Takes no more calls, and waits for those that it has.
     *
     * @return whether all were answered in the time
     */
    boolean finish(Duration longest) throws InterruptedException {
        calls.shutdown();
        return calls.awaitTermination(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        calls.shutdown();
        deadlines.shutdownNow();
    }
}
