package dev.loomweight.bytecode;

import dev.loomweight.bytecode.HeldMonitors.Uncertainty;
import dev.loomweight.classfiles.Archive;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * The bytecode of the frames of one stack. Of the class files that the class path has for a name, it takes the first one
 * that all frames of that class can have run; where there is none, none of these frames is decided. A class is looked
 * for at the first question about one of its frames. For one thread.
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

    /** Who holds monitors by the code that this is of. */
    public Holders holders() {
        return code.holders();
    }

    /**
     * The instruction that a frame stands at.
     *
     * @param i the frame, from 0, the innermost
     * @return null where the class file is not there, is not what ran, or cannot be read
     */
    public @Nullable Instruction instruction(int i) {
        FrameCode frame = code.isEmpty() ? null : at(i);
        return frame == null ? null : frame.instruction(stack.frames().get(i));
    }

    /** Whether a class is of the JDK: see {@link Code#isJdk}. */
    public boolean isJdk(String className) {
        return code.isJdk(className);
    }

    /**
     * What the class of a frame was found in. Of a native method, the first class file of that name.
     *
     * @param i the frame, from 0, the innermost
     * @return null where the class file is not there, or is not what ran
     */
    public @Nullable Archive archive(int i) {
        if (code.isEmpty()) {
            return null;
        }
        Frame recorded = stack.frames().get(i);
        if ((recorded.modifiers() & Opcodes.ACC_NATIVE) != 0) {
            return code.archive(recorded.className());
        }
        FrameCode frame = at(i);
        ClassCode file = frame == null ? null : frame.file();
        return file == null ? null : file.archive();
    }

    /** What the class files show of a frame; null for what has none: native methods, hidden and generated classes. */
    @Nullable
    FrameCode at(int i) {
        return shown(i).orNull();
    }

    /** The same, with an object of its own for a frame that has no class file. */
    FrameCode shown(int i) {
        @Nullable FrameCode[] all = found;
        if (all == null) {
            all = new FrameCode[stack.frames().size()];
            found = all;
        }
        FrameCode known = all[i];
        if (known == null) {
            known = code.of(stack.frames().get(i));
            if (!code.isEmpty() && known.orNull() != null) {
                known = find(stack.frames().get(i).className(), i, all);
            } else {
                all[i] = known;
            }
        }
        return known;
    }

    /** Looks for all classes together, as a question about every frame would one by one. */
    void findAll() {
        if (code.isEmpty() || found != null) {
            return;
        }
        List<Frame> frames = stack.frames();
        @Nullable FrameCode[] all = new FrameCode[frames.size()];
        found = all;
        List<Integer> misfits = List.of();
        Frame callee = null;
        for (int i = 0; i < all.length; i++) {
            Frame frame = frames.get(i);
            FrameCode shown = code.of(frame);
            all[i] = shown;
            if (shown.orNull() != null && shown.misfit(frame, callee) != null) {
                misfits = misfits.isEmpty() ? new ArrayList<>() : misfits;
                misfits.add(i);
            }
            callee = frame;
        }
        Set<String> done = misfits.isEmpty() ? Set.of() : new HashSet<>();
        for (int i : misfits) {
            if (done.add(frames.get(i).className())) {
                find(frames.get(i).className(), i, all);
            }
        }
    }

    /** The class files that this is of. */
    Code code() {
        return code;
    }

    /** Decides all frames of a class together; returns what was found of one of them. */
    private FrameCode find(String className, int of, @Nullable FrameCode[] all) {
        List<Frame> frames = stack.frames();
        Uncertainty first = null;
        int version = 0;
        do {
            Uncertainty misfit = null;
            for (int i = 0; i < all.length && misfit == null; i++) {
                Frame frame = frames.get(i);
                if (isOf(className, frame)) {
                    FrameCode shown = code.of(frame, version);
                    all[i] = shown;
                    misfit = shown.misfit(frame, i == 0 ? null : frames.get(i - 1));
                }
            }
            FrameCode fits = all[of];
            if (misfit == null && fits != null) {
                return fits;
            }
            first = first == null ? misfit : first;
            version++;
        } while (code.hasVersion(className, version));
        // One of them did not fit each version, or one of these would have been returned.
        Uncertainty misfit = Objects.requireNonNull(first);
        FrameCode none = FrameCode.ofNone(
                version == 1 ? misfit : new Uncertainty(misfit.reason(), misfit.text() + others(version - 1)));
        for (int i = 0; i < all.length; i++) {
            if (isOf(className, frames.get(i))) {
                all[i] = none;
            }
        }
        return none;
    }

    // All have a class file: that one of them has says all but that the method is not native.
    private static boolean isOf(String className, Frame frame) {
        return (frame.modifiers() & Opcodes.ACC_NATIVE) == 0
                && frame.className().hashCode() == className.hashCode()
                && frame.className().equals(className);
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
