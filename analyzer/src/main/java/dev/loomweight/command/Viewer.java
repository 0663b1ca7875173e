package dev.loomweight.command;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * Shows what is being watched. Found by the service loader, so that a command that shows nothing loads nothing of a
 * screen.
 */
public interface Viewer {

    /**
     * How to show it.
     *
     * @param out standard output, for lines
     * @param screen whether there is a terminal to draw on; otherwise a line of JSON is printed at each interval
     * @param colour whether colours are wanted
     * @param interval from one set of figures to the next
     * @param count how many sets there are at most, or 0 for as many as there will be
     */
    record Options(PrintWriter out, boolean screen, boolean colour, Duration interval, long count) {}

    /**
     * Shows it until it ends, the count is reached, or the user has seen enough.
     *
     * @param watched not closed here
     * @return a sentence on how the target ended; empty where it goes on
     * @throws InterruptedException if the thread is interrupted, which ends it too
     */
    String show(Watched watched, Options options) throws InterruptedException;
}
