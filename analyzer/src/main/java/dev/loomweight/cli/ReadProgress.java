package dev.loomweight.cli;

import dev.loomweight.command.ReadingProgress;
import dev.loomweight.render.SafeText;
import dev.loomweight.report.Amounts;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * Shows on a terminal how many files and events have been read, when reading takes more than a moment: one line on standard error,
 * which is rewritten five times a second and erased on close. Prints nothing where standard error is not a terminal.
 */
final class ReadProgress implements ReadingProgress, AutoCloseable {

    /** Reading that takes less than this shows no progress. */
    static final Duration USUAL_DELAY = Duration.ofMillis(500);

    private static final Duration INTERVAL = Duration.ofMillis(200);

    private final Console console;
    private final long start = System.nanoTime();
    private final LongAdder read = new LongAdder();
    private final Thread ticker =
            Thread.ofPlatform().daemon().name("read-progress").unstarted(this::tick);
    private long nextNanos;
    private boolean closed;
    private boolean shown;
    // Empty for a single file, whose end is the end of all.
    private String files = "";

    /** @param delay when the line is first shown, from now */
    ReadProgress(Console console, Duration delay) {
        this.console = console;
        this.nextNanos = delay.toNanos();
        if (console.rewritesLines()) {
            ticker.start();
        }
    }

    @Override
    public void accept(long samples) {
        read.add(samples);
        if (console.rewritesLines()) {
            showIfDue();
        }
    }

    @Override
    public synchronized void files(int done, int all, long doneBytes, long allBytes) {
        files = all == 1
                ? ""
                : String.format(
                        Locale.ROOT,
                        "  %,d of %,d files, %s of %s",
                        done,
                        all,
                        Amounts.bytes(doneBytes),
                        Amounts.bytes(allBytes));
        if (console.rewritesLines()) {
            showIfDue();
        }
    }

    @Override
    public synchronized void waiting(String what) {
        if (shown) {
            console.err().print(StepPrinter.ERASE_LINE);
        }
        console.err().println("loomweight: " + SafeText.of(what));
        console.err().flush();
    }

    /** Shows the line also while no event is read. */
    private synchronized void tick() {
        try {
            while (!closed) {
                wait(INTERVAL.toMillis());
                showIfDue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void showIfDue() {
        long elapsed = System.nanoTime() - start;
        if (closed || elapsed < nextNanos) {
            return;
        }
        nextNanos = elapsed + INTERVAL.toNanos();
        shown = true;
        double seconds = elapsed / 1e9;
        long events = read.sum();
        String rate = events == 0 ? "" : String.format(Locale.ROOT, "  %,d events, %,.0f/s", events, events / seconds);
        console.err().print(StepPrinter.ERASE_LINE + String.format(Locale.ROOT, "%.1f s", seconds) + files + rate);
        console.err().flush();
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (shown) {
            console.err().print(StepPrinter.ERASE_LINE);
            console.err().flush();
        }
    }
}
