package dev.loomweight.agent;

import dev.loomweight.jvm.JvmStack;
import java.util.List;

/** The frames of a thread of this JVM, as {@link Thread#getStackTrace} gives them. */
final class SeenFrames extends JvmStack {

    private static final int NATIVE = 0x100;

    private final List<StackTraceElement> frames;

    SeenFrames(List<StackTraceElement> frames) {
        this.frames = frames;
    }

    @Override
    public int size() {
        return frames.size();
    }

    @Override
    protected String recordedClass(int i) {
        return frames.get(i).getClassName();
    }

    @Override
    protected String methodName(int i) {
        return frames.get(i).getMethodName();
    }

    @Override
    protected String descriptor(int i) {
        return "";
    }

    @Override
    protected int modifiers(int i) {
        return frames.get(i).isNativeMethod() ? NATIVE : 0;
    }

    @Override
    protected int bytecodeIndex(int i) {
        return -1;
    }

    @Override
    protected int line(int i) {
        return frames.get(i).getLineNumber();
    }
}
