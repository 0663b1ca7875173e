package dev.loomweight.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recorded stack, the innermost frame first. Equal to another of equal frames; its hash is computed once. */
public final class StackTrace {

    /** The stack of an event that has none. */
    public static final StackTrace NONE = new StackTrace(List.of(), false);

    private final List<Frame> frames;
    private final boolean truncated;
    // 0 before it is asked for.
    private int hash;

    /**
     * @param frames the frames; empty where the event was recorded without a stack
     * @param truncated whether the stack was deeper than the recording's stack depth, so that outer frames are missing
     */
    public StackTrace(List<Frame> frames, boolean truncated) {
        this.frames = List.copyOf(frames);
        this.truncated = truncated;
    }

    /** The frames, the innermost first; empty where the event was recorded without a stack. */
    public List<Frame> frames() {
        return frames;
    }

    /** Whether the stack was deeper than the recording's stack depth, so that outer frames are missing. */
    public boolean truncated() {
        return truncated;
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object == this
                || (object instanceof StackTrace other
                        && hashCode() == other.hashCode()
                        && truncated == other.truncated
                        && frames.equals(other.frames));
    }

    @Override
    public int hashCode() {
        int known = hash;
        if (known == 0) {
            known = frames.hashCode() * 31 + (truncated ? 1 : 2);
            hash = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return "StackTrace[frames=" + frames + ", truncated=" + truncated + "]";
    }
}
