package dev.loomweight.jvm;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stack as a text, the innermost frame first: {@code !} native, {@code *} synchronized, {@code ...} truncated. A line may
 * follow a method, as in {@code a.A.a:12}, and a descriptor, as in {@code a.A.a(I)V:12}. A method named {@code enter} stands
 * at its first instruction, all others at a later one.
 */
final class TextStack extends JvmStack {

    private static final Pattern FRAME =
            Pattern.compile("(?<class>.+)\\.(?<method>[^.(:]+)(?<descriptor>\\([^:]+)?(:(?<line>-?\\d+))?");

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

    private Matcher frame(int i) {
        Matcher frame = FRAME.matcher(frames.get(i).replace("!", "").replace("*", ""));
        if (!frame.matches()) {
            throw new IllegalArgumentException("no frame: " + frames.get(i));
        }
        return frame;
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
        return frame(i).group("class");
    }

    @Override
    protected String methodName(int i) {
        return frame(i).group("method");
    }

    @Override
    protected String descriptor(int i) {
        String descriptor = frame(i).group("descriptor");
        String usual = methodName(i).equals("loadClass") ? "(Ljava/lang/String;)Ljava/lang/Class;" : "()V";
        return descriptor == null ? usual : descriptor;
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
        String line = frame(i).group("line");
        return line == null ? -1 : Integer.parseInt(line);
    }
}
