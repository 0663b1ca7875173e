package dev.loomweight.agent;

import dev.loomweight.jvm.JvmStack;
import java.util.List;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** The frames of an event, as JFR gives them. */
final class EventFrames extends JvmStack {

    private final List<RecordedFrame> frames;
    private final boolean truncated;

    /** @param stack null where none was recorded */
    EventFrames(@Nullable RecordedStackTrace stack) {
        this.frames = stack == null ? List.of() : stack.getFrames();
        this.truncated = stack != null && stack.isTruncated();
    }

    @Override
    public int size() {
        return frames.size();
    }

    @Override
    public boolean isTruncated() {
        return truncated;
    }

    @Override
    protected String recordedClass(int i) {
        RecordedMethod method = frames.get(i).getMethod();
        return method == null ? "" : method.getType().getName();
    }

    @Override
    protected String methodName(int i) {
        RecordedMethod method = frames.get(i).getMethod();
        return method == null ? "" : method.getName();
    }

    @Override
    protected String descriptor(int i) {
        RecordedMethod method = frames.get(i).getMethod();
        return method == null ? "" : method.getDescriptor();
    }

    @Override
    protected int modifiers(int i) {
        RecordedMethod method = frames.get(i).getMethod();
        return method == null ? 0 : method.getModifiers();
    }

    @Override
    protected int bytecodeIndex(int i) {
        return frames.get(i).getBytecodeIndex();
    }

    @Override
    protected int line(int i) {
        return frames.get(i).getLineNumber();
    }
}
