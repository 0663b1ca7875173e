package dev.loomweight.jvm;

import java.util.Arrays;
import java.util.List;

/**
 * A stack as a text, the innermost frame first: {@code !} native, {@code *} synchronized, {@code ...} truncated. A method
 * named {@code enter} stands at its first instruction, all others at a later one.
 */
final class TextStack extends JvmStack {

    private final List<String> frames;
    private final boolean truncated;

    TextStack(String text) {
        truncated = text.endsWith("...");
        frames = text.isEmpty()
                ? List.of()
                : Arrays.stream(text.replace("...", "").split(" < "))
                        .map(String::strip)
                        .toList();
    }

    private String name(int i) {
        return frames.get(i).replace("!", "").replace("*", "");
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
        return name(i).substring(0, name(i).lastIndexOf('.'));
    }

    @Override
    protected String methodName(int i) {
        return name(i).substring(name(i).lastIndexOf('.') + 1);
    }

    @Override
    protected String descriptor(int i) {
        return methodName(i).equals("loadClass") ? "(Ljava/lang/String;)Ljava/lang/Class;" : "()V";
    }

    @Override
    protected int modifiers(int i) {
        return (frames.get(i).contains("!") ? 0x100 : 0) + (frames.get(i).contains("*") ? 0x20 : 0);
    }

    @Override
    protected int bytecodeIndex(int i) {
        return methodName(i).equals("enter") ? 0 : 4;
    }

    @Override
    protected int line(int i) {
        return -1;
    }
}
