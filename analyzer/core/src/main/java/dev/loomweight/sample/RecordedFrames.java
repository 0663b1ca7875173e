package dev.loomweight.sample;

import dev.loomweight.jvm.JvmStack;
import java.util.List;

/** The frames of a {@link StackTrace}. */
public class RecordedFrames extends JvmStack {

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
