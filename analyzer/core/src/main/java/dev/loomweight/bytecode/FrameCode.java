package dev.loomweight.bytecode;

import dev.loomweight.bytecode.HeldMonitors.Uncertainty;
import dev.loomweight.sample.Frame;
import org.jspecify.annotations.Nullable;

/** What one class file shows of a frame: its method and instruction, or why the file cannot be what ran. */
final class FrameCode {

    private final @Nullable ClassCode file;
    private final @Nullable MethodCode method;
    private final @Nullable Uncertainty uncertainty;
    private final String where;
    private final boolean ofOneFrame;
    private volatile @Nullable HeldMonitors held;

    private FrameCode(
            @Nullable ClassCode file,
            @Nullable MethodCode method,
            @Nullable Uncertainty uncertainty,
            String where,
            boolean ofOneFrame) {
        this.ofOneFrame = ofOneFrame;
        this.file = file;
        this.method = method;
        this.uncertainty = uncertainty;
        this.where = where;
    }

    /**
     * A method whose index, line and modifiers agree with the recording.
     *
     * @param where the class and its file, as messages name them
     */
    static FrameCode of(ClassCode file, MethodCode method, String where) {
        return new FrameCode(file, method, null, where, true);
    }

    /** Of one frame of which no class file can show anything. */
    static FrameCode ofNoFile() {
        return new FrameCode(null, null, null, "", true);
    }

    /** None of one frame, and why. */
    static FrameCode without(Uncertainty uncertainty) {
        return new FrameCode(null, null, uncertainty, "", true);
    }

    /** None of all frames of a class, and why. */
    static FrameCode ofNone(Uncertainty uncertainty) {
        return new FrameCode(null, null, uncertainty, "", false);
    }

    /** What {@link StackCode#at} gives for a frame that no class file can show: null. */
    @Nullable
    FrameCode orNull() {
        return uncertainty == null && method == null ? null : this;
    }

    /** The method, or null where there is none that can have run. */
    @Nullable
    MethodCode method() {
        return method;
    }

    /** Why there is no method; null where there is one. */
    @Nullable
    Uncertainty uncertainty() {
        return uncertainty;
    }

    /** The class file, or null where there is no method. */
    @Nullable
    ClassCode file() {
        return file;
    }

    /** The file of the class, as messages name it; empty where there is no method. */
    String origin() {
        return file == null ? "" : file.origin();
    }

    /** The instruction that a frame stands at; null where it is not recorded, or there is no method. */
    @Nullable
    Instruction instruction(Frame frame) {
        return method == null || frame.bytecodeIndex() < 0
                ? null
                : method.instructions().at(frame.bytecodeIndex());
    }

    /**
     * Why the class file cannot be what ran, by what stands above the frame: a frame that called stands at a call of the
     * frame above, or at an instruction for which the JVM calls that; the innermost one where it can block.
     *
     * @param callee the frame above; null for the innermost one
     * @return null where it can
     */
    @Nullable
    Uncertainty misfit(Frame frame, @Nullable Frame callee) {
        Instruction at = instruction(frame);
        if (method == null || at == null) {
            return uncertainty;
        }
        if (callee == null ? canBlock(frame, method, at) : at.allows(callee)) {
            return null;
        }
        return differs(
                where,
                frame,
                "index " + frame.bytecodeIndex() + " " + at.words() + ", and the recording has "
                        + (callee == null
                                ? "the thread blocked there"
                                : callee.stableClassName() + "." + callee.methodName() + " above it"));
    }

    // A synchronized method is entered at index 0; the interpreter waits for a monitor after its monitorenter.
    private static boolean canBlock(Frame frame, MethodCode method, Instruction at) {
        return at.canRunCode()
                || frame.bytecodeIndex() == 0
                || method.blocks().enteredBefore(frame.bytecodeIndex()) != null;
    }

    /** The file is not what ran. */
    static Uncertainty differs(String where, Frame frame, String difference) {
        return new Uncertainty(
                Uncertainty.Reason.CLASS_DIFFERS,
                where + " does not match the recording: in " + frame.methodName() + frame.descriptor() + ", "
                        + difference + "; it is another version, or an agent changed it");
    }

    /** What {@link Holders} decided of the frame, or null before. */
    @Nullable
    HeldMonitors held() {
        return held;
    }

    /** Keeps what was decided of the one frame that this is of. */
    void decided(HeldMonitors monitors) {
        if (ofOneFrame) {
            held = monitors;
        }
    }
}
