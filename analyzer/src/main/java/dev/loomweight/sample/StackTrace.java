package dev.loomweight.sample;

import java.util.List;

/**
 * A recorded stack, the innermost frame first.
 *
 * @param frames the frames; empty where the event was recorded without a stack
 * @param truncated whether the stack was deeper than the recording's stack depth, so that outer frames are missing
 */
public record StackTrace(List<Frame> frames, boolean truncated) {

    /** The stack of an event that has none. */
    public static final StackTrace NONE = new StackTrace(List.of(), false);

    public StackTrace {
        frames = List.copyOf(frames);
    }
}
