package dev.loomweight.repl;

import java.util.Locale;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;

/**
 * Runs commands on a thread of their own, so that Ctrl-C stops the command and not the prompt, and shows progress when a
 * command takes longer than half a second.
 */
final class CommandThread implements AutoCloseable {

    private static final long PROGRESS_AFTER_MILLIS = 500;
    private static final long PROGRESS_EVERY_MILLIS = 200;

    private final Terminal terminal;
    private final Session session;
    private final SignalHandler before;
    private volatile Thread running = Thread.currentThread();
    private volatile boolean busy;
    private volatile boolean stopping;

    CommandThread(Terminal terminal, Session session) {
        this.terminal = terminal;
        this.session = session;
        this.before = terminal.handle(Signal.INT, signal -> stop());
    }

    private void stop() {
        if (busy) {
            stopping = true;
            session.meter().cancel();
            session.sql().cancel();
            running.interrupt();
        }
    }

    /** Runs a command, and returns when it has ended or Ctrl-C has stopped it. */
    void run(Runnable command) {
        session.begin();
        Thread worker = Thread.ofPlatform().name("loomweight-command").daemon().unstarted(command);
        running = worker;
        stopping = false;
        busy = true;
        worker.start();
        try {
            long begin = System.nanoTime();
            boolean shown = false;
            boolean ended = worker.join(java.time.Duration.ofMillis(PROGRESS_AFTER_MILLIS));
            while (!ended) {
                // Output that is being written needs no progress.
                if (!session.isShowing() && !TerminalDisplay.eraseLine(terminal).isEmpty()) {
                    progress((System.nanoTime() - begin) / 1e9);
                    shown = true;
                }
                if (stopping) {
                    // The query may have begun only after the first call.
                    session.sql().cancel();
                }
                ended = worker.join(java.time.Duration.ofMillis(PROGRESS_EVERY_MILLIS));
            }
            if (shown) {
                erase();
            }
        } catch (InterruptedException e) {
            stop();
        } finally {
            busy = false;
        }
    }

    private void progress(double seconds) {
        long read = session.meter().read();
        String rate = read == 0 ? "" : String.format(Locale.ROOT, "  %,d events, %,.0f/s", read, read / seconds);
        synchronized (session.screenLock()) {
            if (!session.isShowing() && !TerminalDisplay.eraseLine(terminal).isEmpty()) {
                terminal.writer()
                        .print(TerminalDisplay.eraseLine(terminal)
                                + String.format(Locale.ROOT, "%.1f s", seconds)
                                + rate);
                terminal.writer().flush();
            }
        }
    }

    private void erase() {
        synchronized (session.screenLock()) {
            if (!session.isShowing() && !session.hasShown()) {
                terminal.writer().print(TerminalDisplay.eraseLine(terminal));
                terminal.writer().flush();
            }
        }
    }

    @Override
    public void close() {
        terminal.handle(Signal.INT, before);
    }
}
