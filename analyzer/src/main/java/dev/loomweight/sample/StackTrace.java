package dev.loomweight.sample;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A recorded stack, the innermost frame first. Two of the same frames are equal. Readers make one object of equal stacks
 * mostly, which is asked for its hash and its depth millions of times, so it knows both.
 */
public final class StackTrace {

    private static final AtomicInteger NEXT = new AtomicInteger();

    /** The stack of an event that has none. */
    public static final StackTrace NONE = new StackTrace(List.of(), false);

    private final List<Frame> frames;
    private final boolean truncated;
    private final int depth;
    private final int serial = NEXT.getAndIncrement();
    // 0 until it is asked for.
    private int hash;

    /**
     * A stack.
     *
     * @param frames the frames; empty where the event was recorded without a stack
     * @param truncated whether the stack was deeper than the recording's stack depth, so that outer frames are missing
     */
    public StackTrace(List<Frame> frames, boolean truncated) {
        this.frames = List.copyOf(frames);
        this.truncated = truncated;
        this.depth = this.frames.size();
    }

    /** The frames; empty where the event was recorded without a stack. */
    public List<Frame> frames() {
        return frames;
    }

    /** Whether the stack was deeper than the recording's stack depth, so that outer frames are missing. */
    public boolean truncated() {
        return truncated;
    }

    /** How many frames there are. */
    public int depth() {
        return depth;
    }

    /** The number of this object: those made one after another have numbers that follow each other, with gaps. */
    public int serial() {
        return serial;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof StackTrace stack
                        && truncated == stack.truncated
                        && hashCode() == stack.hashCode()
                        && frames.equals(stack.frames));
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            int of = frames.hashCode() * 31 + Boolean.hashCode(truncated);
            hash = of == 0 ? 1 : of;
        }
        return hash;
    }

    @Override
    public String toString() {
        return "StackTrace[frames=" + frames + ", truncated=" + truncated + "]";
    }
}
