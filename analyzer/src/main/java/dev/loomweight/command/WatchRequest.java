package dev.loomweight.command;

import dev.loomweight.live.LiveState;
import java.time.Duration;

/**
 * What to watch.
 *
 * @param target the number of a process, a main class or jar, or the folder of a capture that is being written
 * @param pins which pins, and by what class files
 * @param window of the recent figures
 * @param threadEvents whether the target is to record the start and the end of each virtual thread
 * @param countThreads whether the virtual threads that are there at the start are counted, by a thread dump, which pauses
 *     the target
 */
public record WatchRequest(
        String target, PinRequest pins, Duration window, boolean threadEvents, boolean countThreads) {

    /** The longest window. */
    public static final Duration MOST_WINDOW = LiveState.mostWindow();
}
