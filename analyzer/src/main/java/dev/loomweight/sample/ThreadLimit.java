package dev.loomweight.sample;

/**
 * How many threads and processes a control group may have.
 *
 * @param file the file with the lowest such limit, as {@code .../pids.max}; empty if there is none
 * @param most the limit; -1 if there is none
 * @param refused how many threads or processes the kernel refused because of such a limit while the target was captured
 */
public record ThreadLimit(String file, long most, long refused) {

    /** No limit is known. */
    public static final ThreadLimit NONE = new ThreadLimit("", -1, 0);
}
