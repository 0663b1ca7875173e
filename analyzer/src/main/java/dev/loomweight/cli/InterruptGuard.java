package dev.loomweight.cli;

import dev.loomweight.capture.TimeLimit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command finish its report after Ctrl-C: interrupts the thread of the command, and delays the end of the program
 * until the guard is closed.
 */
final class InterruptGuard implements AutoCloseable {

    /** How long the end of the program waits; if a report takes longer, its captures are still complete. */
    private static final long MAX_WAIT_SECONDS = 60;

    private final Runnable stop;
    private final Thread hook = Thread.ofPlatform().name("interrupt-guard").unstarted(this::end);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean requested;
    private boolean working = true;

    /** On Ctrl-C, interrupts the thread that calls this constructor. */
    InterruptGuard() {
        this(Thread.currentThread()::interrupt);
    }

    /** On Ctrl-C, runs an action instead, for work that an interrupt would damage. */
    InterruptGuard(Runnable stop) {
        this.stop = stop;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether the program is ending. */
    boolean requested() {
        return requested;
    }

    /** The work is done or given up: from now on no thread is interrupted; the end of the program still waits. */
    synchronized void workEnded() {
        working = false;
        // The interrupt may have come between the end of the work and this call.
        Thread.interrupted();
    }

    private void end() {
        requested = true;
        TimeLimit.hurry();
        synchronized (this) {
            if (working) {
                stop.run();
            }
        }
        try {
            closed.await(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending: the hook is running.
        }
    }
}
