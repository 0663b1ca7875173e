package dev.loomweight.command;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * Shows a watched target. Loaded by the service loader, so that other commands load no code of screens.
 */
public interface Viewer {

    /**
     * How to show a target.
     *
     * @param out standard output
     * @param screen whether there is a terminal to draw on; otherwise one line of JSON is printed per refresh
     * @param colour whether colours are wanted
     * @param interval the time between two refreshes
     * @param count the maximum number of refreshes, or 0 for no limit
     */
    record Options(PrintWriter out, boolean screen, boolean colour, Duration interval, long count) {}

    /**
     * Shows a target until it ends, the count is reached, or the user quits.
     *
     * @param watched not closed here
     * @return a sentence on how the target ended; empty if it still runs
     * @throws InterruptedException if the thread is interrupted, which ends the display too
     */
    String show(Watched watched, Options options) throws InterruptedException;
}
