package dev.loomweight.sample;

import dev.loomweight.jvm.JvmStack;
import java.util.Comparator;
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

    /** From the outermost frame on, so that stacks that share it follow each other. */
    public static final Comparator<StackTrace> FROM_OUTSIDE = StackTrace::compareFromOutside;

    private final List<Frame> frames;
    private final boolean truncated;
    private final int depth;
    private final int serial = NEXT.getAndIncrement();
    // 0 and null until they are asked for.
    private int hash;
    private @Nullable StackTrace withoutInlining;

    /**
     * A stack.
     *
     * @param frames the frames; empty where the event was recorded without a stack
     * @param truncated whether the stack was deeper than the recording's stack depth, so that outer frames are missing
     */
    public StackTrace(List<Frame> frames, boolean truncated) {
        this(frames, truncated, null);
    }

    /**
     * The same, of which {@link #withoutInlining} is known.
     *
     * @param withoutInlining null where it is not known
     */
    public StackTrace(List<Frame> frames, boolean truncated, @Nullable StackTrace withoutInlining) {
        this.frames = List.copyOf(frames);
        this.truncated = truncated;
        this.depth = this.frames.size();
        this.withoutInlining = withoutInlining;
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

    /** The method that it is named for, as {@link RecordedFrames#place} finds it. */
    public String site() {
        return new RecordedFrames(this).placeName();
    }

    /** The number of this object: those made one after another have numbers that follow each other, with gaps. */
    public int serial() {
        return serial;
    }

    /**
     * The same stack as if the compiler put no method into its caller. Which it does, differs from compilation to
     * compilation: the same calls have three stacks where they are recorded while a JVM warms up.
     */
    public StackTrace withoutInlining() {
        StackTrace known = withoutInlining;
        if (known == null) {
            List<Frame> plain = frames.stream().map(Frame::withoutInlining).toList();
            known = plain.equals(frames) ? this : new StackTrace(plain, truncated);
            withoutInlining = known;
        }
        return known;
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

    private static int compareFromOutside(StackTrace one, StackTrace other) {
        List<Frame> left = one.frames;
        List<Frame> right = other.frames;
        for (int i = 1; i <= Math.min(left.size(), right.size()); i++) {
            int order = compare(left.get(left.size() - i), right.get(right.size() - i));
            if (order != 0) {
                return order;
            }
        }
        int order = Integer.compare(left.size(), right.size());
        return order == 0 ? Boolean.compare(one.truncated, other.truncated) : order;
    }

    private static int compare(Frame one, Frame other) {
        int order = one.className().compareTo(other.className());
        order = order == 0 ? one.methodName().compareTo(other.methodName()) : order;
        order = order == 0 ? Integer.compare(one.line(), other.line()) : order;
        order = order == 0 ? Integer.compare(one.bytecodeIndex(), other.bytecodeIndex()) : order;
        order = order == 0 ? one.type().compareTo(other.type()) : order;
        order = order == 0 ? one.descriptor().compareTo(other.descriptor()) : order;
        return order == 0 ? Integer.compare(one.modifiers(), other.modifiers()) : order;
    }

    /** The frames of a {@link StackTrace}. */
    public static class RecordedFrames extends JvmStack {

        private final List<Frame> frames;

        public RecordedFrames(StackTrace stack) {
            this(stack.frames());
        }

        /** @param frames the innermost first */
        public RecordedFrames(List<Frame> frames) {
            this.frames = frames;
        }

        @Override
        public final int size() {
            return frames.size();
        }

        /** One of them, from 0, the innermost. */
        public final Frame get(int i) {
            return frames.get(i);
        }

        /** Whether a frame is of the JDK: by its package, unless a subclass knows better. */
        @Override
        public boolean isJdk(int i) {
            return frames.get(i).isJdk();
        }

        @Override
        protected final String recordedClass(int i) {
            return frames.get(i).className();
        }

        @Override
        protected final String methodName(int i) {
            return frames.get(i).methodName();
        }

        @Override
        protected final String descriptor(int i) {
            return frames.get(i).descriptor();
        }

        @Override
        protected final int modifiers(int i) {
            return frames.get(i).modifiers();
        }

        @Override
        protected final int bytecodeIndex(int i) {
            return frames.get(i).bytecodeIndex();
        }

        @Override
        protected final int line(int i) {
            return frames.get(i).line();
        }
    }
}
