package dev.loomweight.cli;

import dev.loomweight.capture.OrderlyEnd;

/**
 * Lets a command finish its report after Ctrl-C: interrupts the thread of the command, and delays the end of the program
 * until the guard is closed.
 */
final class InterruptGuard implements AutoCloseable {

    private final Runnable stop;
    private final OrderlyEnd.Entry work;
    private volatile boolean requested;
    private boolean working = true;

    /** On Ctrl-C, interrupts the thread that calls this constructor. */
    InterruptGuard() {
        this(Thread.currentThread()::interrupt);
    }

    /** On Ctrl-C, runs an action instead, for work that an interrupt would damage. */
    InterruptGuard(Runnable stop) {
        this.stop = stop;
        this.work = OrderlyEnd.awaiting(this::end);
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
        synchronized (this) {
            if (working) {
                stop.run();
            }
        }
    }

    @Override
    public void close() {
        work.close();
    }
}
