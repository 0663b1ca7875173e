package dev.loomweight.command;

import dev.loomweight.input.Progress;

/** Takes the progress of a command that reads: a {@link Progress} for those who do not know what is read. */
@FunctionalInterface
public interface ReadingProgress extends Progress {

    /**
     * A running JVM has not answered for a while. Does nothing unless overridden.
     *
     * @param what what is waited for, why, and for how long at most
     */
    default void waiting(String what) {}
}
