package dev.loomweight.capture;

/**
 * What was copied of a rolling recording.
 *
 * @param bytes how much; 0 where nothing was recorded since the stretch before
 * @param followsTheOneBefore whether it begins where the stretch before it ended; otherwise chunks between them may have been
 *     removed, since the recording keeps no more than its size
 */
public record Stretch(long bytes, boolean followsTheOneBefore) {}
