package dev.loomweight.input;

import java.util.function.LongConsumer;

/**
 * Takes the progress of reading: the number of samples or events read since the last call, and after each file how many
 * are done. Called by several threads.
 */
@FunctionalInterface
public interface Progress extends LongConsumer {

    /**
     * One more file has been read, or could not be. Does nothing unless overridden.
     *
     * @param done how many files are done
     * @param all how many there are
     * @param doneBytes the size of those that are done, in bytes
     * @param allBytes the size of all of them, in bytes
     */
    default void files(int done, int all, long doneBytes, long allBytes) {}
}
