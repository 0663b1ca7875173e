package dev.loomweight.capture.own;

/**
 * What was taken of a rolling recording.
 *
 * @param bytes how much; 0 where nothing was recorded since the stretch before
 * @param endNanos when it ended, in nanoseconds since 1970; 0 where there is nothing
 * @param followsTheOneBefore whether it begins where the stretch before it ended; otherwise chunks between them may have been
 *     removed, since the recording keeps no more than its size
 */
public record Stretch(long bytes, long endNanos, boolean followsTheOneBefore) {

    /** Nothing. */
    public static final Stretch NOTHING = new Stretch(0, 0, true);
}
