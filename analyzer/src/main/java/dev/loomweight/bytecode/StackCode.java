package dev.loomweight.bytecode;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * The bytecode of the frames of one stack. Of the class files that the class path has for a name, it takes the first one
 * that all frames of that class can have run; where there is none, none of these frames is decided. Nothing is read
 * before the first question. For one thread.
 */
public final class StackCode {

    private final Code code;
    private final StackTrace stack;
    private @Nullable FrameCode @Nullable [] found;

    StackCode(Code code, StackTrace stack) {
        this.code = code;
        this.stack = stack;
    }

    /** The stack. */
    public StackTrace stack() {
        return stack;
    }

    /**
     * The instruction that a frame stands at.
     *
     * @param i the frame, from 0, the innermost
     * @return null where the class file is not there, is not what ran, or cannot be read
     */
    public @Nullable Instruction instruction(int i) {
        FrameCode frame = at(i);
        return frame == null ? null : frame.instruction(stack.frames().get(i));
    }

    /** What the class files show of a frame; null for what has none: native methods, hidden and generated classes. */
    @Nullable
    FrameCode at(int i) {
        @Nullable FrameCode[] all = found;
        if (all == null) {
            all = find();
            found = all;
        }
        return all[i];
    }

    /** The class files that this is of. */
    Code code() {
        return code;
    }

    private @Nullable FrameCode[] find() {
        List<Frame> frames = stack.frames();
        Map<String, List<Integer>> byClass = new LinkedHashMap<>();
        for (int i = 0; i < frames.size(); i++) {
            if (hasFile(frames.get(i))) {
                byClass.computeIfAbsent(frames.get(i).className(), name -> new ArrayList<>())
                        .add(i);
            }
        }
        @Nullable FrameCode[] all = new FrameCode[frames.size()];
        byClass.forEach((name, which) -> find(name, which, all));
        return all;
    }

    private void find(String className, List<Integer> which, @Nullable FrameCode[] all) {
        Uncertainty first = null;
        int version = 0;
        do {
            Uncertainty misfit = null;
            for (int i : which) {
                Frame frame = stack.frames().get(i);
                FrameCode shown = code.of(frame, version);
                all[i] = shown;
                misfit = shown.misfit(frame, i == 0 ? null : stack.frames().get(i - 1));
                if (misfit != null) {
                    break;
                }
            }
            if (misfit == null) {
                return;
            }
            first = first == null ? misfit : first;
            version++;
        } while (code.hasVersion(className, version));
        FrameCode none = FrameCode.without(
                version == 1 ? first : new Uncertainty(first.reason(), first.text() + others(version - 1)));
        which.forEach(i -> all[i] = none);
    }

    private static String others(int more) {
        return "; nor " + (more == 1 ? "does the next class file" : "do the next " + more + " class files")
                + " of that name";
    }

    /** Whether a class file can show anything of a frame. */
    static boolean hasFile(Frame frame) {
        return (frame.modifiers() & Opcodes.ACC_NATIVE) == 0
                && !frame.isHidden()
                && !GeneratedClasses.holdNothing(frame.stableClassName());
    }
}
