package dev.loomweight.bench.recording;

import java.util.List;

/** Virtual threads that are started some at a time until there were as many as a recording is to hold. */
interface Crowd {

    /** How much was made so far, in the unit of {@link #start}. */
    int made();

    /**
     * Starts what makes {@code count} more.
     *
     * @return threads to be waited for; with their end all of it has ended
     */
    List<Thread> start(int count);
}
