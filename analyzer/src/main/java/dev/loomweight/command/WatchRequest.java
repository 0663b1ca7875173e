package dev.loomweight.command;

import dev.loomweight.live.LiveState;
import java.time.Duration;

/**
 * A request to watch a target.
 *
 * @param target a process id, a main class or jar, or the folder of a capture in progress
 * @param pins the filter of pins, and class files
 * @param window the window of recent figures
 * @param threadEvents whether the target records each start and end of a virtual thread
 * @param countThreads whether the virtual threads at the start are counted from a thread dump, which pauses the target
 */
public record WatchRequest(
        String target, PinRequest pins, Duration window, boolean threadEvents, boolean countThreads) {

    /** The longest window. */
    public static final Duration MOST_WINDOW = LiveState.mostWindow();
}
