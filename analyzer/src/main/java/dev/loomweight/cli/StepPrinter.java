package dev.loomweight.cli;

import dev.loomweight.launch.CaptureProgress;
import dev.loomweight.render.SafeText;
import java.util.Locale;

/**
 * Prints the steps of a run on standard error, each with the seconds from the start of the run to the start of the step.
 * On a terminal one line is rewritten; elsewhere each step has a line of its own.
 */
final class StepPrinter implements CaptureProgress, AutoCloseable {

    /** Moves to the start of the line and clears it (ECMA-48). */
    static final String ERASE_LINE = "\r\u001b[2K";

    private final Console console;
    private final long started = System.nanoTime();
    private boolean ended;

    StepPrinter(Console console) {
        this.console = console;
    }

    @Override
    public synchronized void step(String what) {
        if (ended) {
            return;
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        String line = String.format(Locale.ROOT, "%5.1f s  %s", seconds, SafeText.of(what));
        if (console.rewritesLines()) {
            int most = console.errWidth() - 1;
            console.err().print(ERASE_LINE + (line.length() > most ? line.substring(0, most) : line));
        } else {
            console.err().println(line);
        }
        console.err().flush();
    }

    @Override
    public synchronized void remark(String what) {
        if (console.rewritesLines() && !ended) {
            console.err().print(ERASE_LINE);
        }
        console.err().println("loomweight: " + SafeText.of(what));
        console.err().flush();
    }

    @Override
    public synchronized void interrupted(String what) {
        close();
        ended = true;
        console.err().println("loomweight: " + SafeText.of(what));
        console.err().flush();
    }

    @Override
    public synchronized void close() {
        if (console.rewritesLines() && !ended) {
            console.err().print(ERASE_LINE);
            console.err().flush();
        }
    }
}
