package dev.loomweight.cli;

import dev.loomweight.capture.BoundedWait;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C for a command that still has something to say: the command's thread is interrupted, and the program ends only
 * when the command has said it.
 */
final class Interruption implements AutoCloseable {

    /** A report that takes longer is not worth waiting for; the captures that it is made of stay. */
    private static final long SECONDS_TO_SAY_IT = 60;

    private final Runnable ask;
    private final Thread hook = Thread.ofPlatform().name("interruption").unstarted(this::end);
    private final CountDownLatch said = new CountDownLatch(1);
    private volatile boolean requested;
    private boolean working = true;

    /** The thread that makes this is interrupted. */
    Interruption() {
        this(Thread.currentThread()::interrupt);
    }

    /** The work is asked to end by other means, where an interrupt would tear what is being written. */
    Interruption(Runnable ask) {
        this.ask = ask;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether the program is ending. */
    boolean requested() {
        return requested;
    }

    /** The work is done or given up: from now on nothing is interrupted, and the end still waits. */
    synchronized void workEnded() {
        working = false;
        // It may have come between the end of the work and this call.
        Thread.interrupted();
    }

    private void end() {
        requested = true;
        BoundedWait.programEnds();
        synchronized (this) {
            if (working) {
                ask.run();
            }
        }
        try {
            said.await(SECONDS_TO_SAY_IT, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        said.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending, and the hook is what waits.
        }
    }
}
