package dev.loomweight.jvm;

import java.util.Arrays;
import java.util.List;

/** A stack in a line: methods, the innermost first, with {@code <} between them, and {@code !} after a native one. */
final class NamedFrames extends JvmStack {

    private final List<String> frames;

    NamedFrames(String line) {
        frames = line.isBlank()
                ? List.of()
                : Arrays.stream(line.split("<(?![a-z]+>)"))
                        .map(String::strip)
                        .map(NamedFrames::full)
                        .toList();
    }

    // Names that are used often.
    private static String full(String frame) {
        return frame.replaceFirst("^AQS", "java.util.concurrent.locks.AbstractQueuedSynchronizer")
                .replaceFirst("^VT\\.", "java.lang.VirtualThread.")
                .replaceFirst("^LS\\.", "java.util.concurrent.locks.LockSupport.")
                .replaceFirst("^juc\\.", "java.util.concurrent.")
                .replaceFirst("^Unsafe\\.", "jdk.internal.misc.Unsafe.");
    }

    @Override
    public int size() {
        return frames.size();
    }

    @Override
    protected String recordedClass(int i) {
        return frames.get(i).substring(0, frames.get(i).lastIndexOf('.'));
    }

    @Override
    protected String methodName(int i) {
        return frames.get(i).substring(frames.get(i).lastIndexOf('.') + 1).replace("!", "");
    }

    @Override
    protected String descriptor(int i) {
        return "";
    }

    @Override
    protected int modifiers(int i) {
        return frames.get(i).endsWith("!") ? 0x100 : 0;
    }

    @Override
    protected int bytecodeIndex(int i) {
        return -1;
    }

    @Override
    protected int line(int i) {
        return -1;
    }
}
