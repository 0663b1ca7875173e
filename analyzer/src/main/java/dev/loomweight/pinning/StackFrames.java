package dev.loomweight.pinning;

import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Instruction;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Frames;
import dev.loomweight.sample.StackTrace;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The frames of one stack, the innermost first, and what each is apart from the monitors that it holds. */
final class StackFrames {

    /** No frame. */
    static final int NONE = -1;

    private static final int NATIVE = 0x100;
    // Native frames of the JVM itself, in the stack of every pin, and the intrinsics of method handles.
    private static final Set<String> OF_THE_JVM = Set.of(
            "java.lang.Object",
            "java.lang.VirtualThread",
            "java.lang.invoke.MethodHandle",
            "java.lang.invoke.VarHandle",
            "jdk.internal.misc.Unsafe",
            "jdk.internal.vm.Continuation");

    private final List<Frame> frames;
    private final Code code;
    private final List<String> own;

    /**
     * @param code the class files
     * @param own prefixes of the application's own classes; where there are none, all but the JDK's are
     */
    StackFrames(StackTrace stack, Code code, List<String> own) {
        this.frames = stack.frames();
        this.code = code;
        this.own = own;
    }

    int size() {
        return frames.size();
    }

    Frame get(int i) {
        return frames.get(i);
    }

    String method(int i) {
        return Frames.method(frames.get(i));
    }

    boolean isJdk(int i) {
        return Frames.isJdk(frames.get(i));
    }

    /** Whether a frame is of the application's own code. */
    boolean isOwn(int i) {
        return isOwnClass(get(i).className());
    }

    /** Whether a class is the application's own. */
    boolean isOwnClass(String className) {
        return own.isEmpty() ? !Frames.isJdk(className) : own.stream().anyMatch(className::startsWith);
    }

    /** The first frame of the application's own code from there outwards; not the class of a lambda, which has no source. */
    int ownFrom(int from) {
        for (int i = from; i < size(); i++) {
            if (isOwn(i) && !get(i).isHidden()) {
                return i;
            }
        }
        return NONE;
    }

    /** The kind of native code that a frame is, or null. */
    @Nullable
    CauseKind nativeCode(int i) {
        Frame frame = get(i);
        String name = frame.stableClassName();
        // The stub has no native modifier, and the frames of the native code itself are not in the stack.
        if (name.equals("jdk.internal.foreign.abi.UpcallStub")) {
            return CauseKind.UPCALL;
        }
        if ((frame.modifiers() & NATIVE) == 0 || OF_THE_JVM.contains(name)) {
            return null;
        }
        return name.startsWith("jdk.internal.reflect.") ? CauseKind.NATIVE_REFLECTION : CauseKind.NATIVE_CALL;
    }

    /** Whether a frame is a class initializer. */
    boolean isInitializer(int i) {
        return get(i).methodName().equals("<clinit>");
    }

    /**
     * Where the JVM called a class loader: the position of the innermost {@code loadClass} of that call, if it is that
     * frame.
     *
     * @return whether the class loader was called by the JVM: by an instruction that calls nothing, or, without the class
     *     file, by a frame that has no business with class loaders
     */
    boolean isLoading(int i) {
        if (!isLoadClass(i) || (i > 0 && isLoadClass(i - 1))) {
            return false;
        }
        int caller = afterLoading(i);
        if (caller == NONE) {
            return false;
        }
        Instruction instruction = code.instruction(get(caller));
        return instruction == null ? isOwn(caller) : !instruction.calls(get(caller - 1));
    }

    /** The frame that made the JVM load a class. */
    int afterLoading(int i) {
        int caller = i;
        while (caller < size() && isLoadClass(caller)) {
            caller++;
        }
        return caller < size() ? caller : NONE;
    }

    private boolean isLoadClass(int i) {
        return get(i).methodName().equals("loadClass")
                && get(i).descriptor().startsWith("(Ljava/lang/String;")
                && get(i).descriptor().endsWith(")Ljava/lang/Class;");
    }
}
