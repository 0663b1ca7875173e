package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Instruction;
import dev.loomweight.bytecode.StackCode;
import dev.loomweight.sample.RecordedFrames;
import dev.loomweight.sample.StackTrace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The frames of one stack, with what class files and the user add to the names and modifiers. */
final class StackFrames extends RecordedFrames {

    private final StackCode code;
    private final boolean truncated;
    private final List<String> own;

    /**
     * @param code the class files
     * @param own prefixes of the application's own classes; where there are none, all but the JDK's are
     */
    StackFrames(StackTrace stack, Code code, List<String> own) {
        super(stack);
        this.code = code.on(stack);
        this.truncated = stack.truncated();
        this.own = own;
    }

    @Override
    public boolean isTruncated() {
        return truncated;
    }

    /** The instruction that a frame stands at; null where its class file is not there, or is not what ran. */
    @Nullable
    Instruction instruction(int i) {
        return code.instruction(i);
    }

    @Override
    public boolean isJdk(int i) {
        String className = get(i).className();
        return !hasOwnPrefix(className) && code.isJdk(className);
    }

    @Override
    protected boolean isOwnClass(String className) {
        return own.isEmpty() ? !code.isJdk(className) : hasOwnPrefix(className);
    }

    private boolean hasOwnPrefix(String className) {
        for (String prefix : own) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** The bytecode of the frames. */
    StackCode code() {
        return code;
    }

    @Override
    protected boolean isCalledByJvm(int caller) {
        Instruction instruction = code.instruction(caller);
        return instruction == null ? isOwn(caller) : !instruction.calls(get(caller - 1));
    }
}
