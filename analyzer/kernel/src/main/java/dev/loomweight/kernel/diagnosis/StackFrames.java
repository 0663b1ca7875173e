package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Holders.EnteredMonitor;
import dev.loomweight.bytecode.Instruction;
import dev.loomweight.bytecode.StackCode;
import dev.loomweight.jvm.ClassLocks;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.JvmStack;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import java.util.List;
import java.util.Set;
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

    /** The locks that the JVM takes to load and to link classes, by class files as far as there are any. Thread-safe. */
    static final class ClassFileLocks extends ClassLocks {

        private static final int MAX_SUPERCLASSES = 64;

        /** Classes that the JVM itself has initialized before it runs any code. */
        private static final Set<String> OF_THE_START = Set.of(
                "java.lang.Object",
                "java.lang.Class",
                "java.lang.String",
                "java.lang.System",
                "java.lang.Thread",
                "java.lang.Throwable");

        private final Code code;

        ClassFileLocks(Code code) {
            this.code = code;
        }

        @Override
        protected Taker taker(JvmStack stack, int at, @Nullable String monitorClass) {
            StackFrames frames = (StackFrames) stack;
            Instruction instruction = frames.code().instruction(at);
            if (instruction == null) {
                return Taker.UNKNOWN;
            }
            return switch (instruction.kind()) {
                case MONITOR_ENTER, OTHER -> Taker.METHOD;
                case NEW,
                        NEW_ARRAY,
                        CALL,
                        DYNAMIC_CALL,
                        STATIC_FIELD,
                        FIELD,
                        CONSTANT,
                        TYPE_CHECK,
                        THROWING,
                        STATIC_CALL -> taker(frames, at, instruction, monitorClass);
            };
        }

        // The interpreter stands after the monitorenter, so this may be the instruction that follows it.
        private Taker taker(StackFrames frames, int at, Instruction instruction, @Nullable String monitorClass) {
            if (frames.code().holders().enteredAt(frames.code(), at) == null) {
                return Taker.JVM;
            }
            if (!JvmNames.isClassLock(monitorClass)) {
                return Taker.UNKNOWN;
            }
            EnteredMonitor entered = frames.code().holders().enteredBehind(frames.code(), at);
            // No method is synchronized on an array.
            if (entered == null || !entered.canBePrimitiveArray()) {
                return Taker.JVM;
            }
            String needed = instruction.type();
            // What links a call can need any class.
            boolean linked = needed == null
                    ? instruction.kind() != Instruction.Kind.DYNAMIC_CALL
                    : isLinked(needed, frames.get(at).className(), entered);
            return linked ? Taker.METHOD : Taker.UNKNOWN;
        }

        /** Whether no thread can link a class any more, as code of it or of a subclass runs. */
        private boolean isLinked(String needed, String running, EnteredMonitor entered) {
            if (OF_THE_START.contains(needed) || needed.equals(entered.owner())) {
                return true;
            }
            String at = running;
            for (int i = 0; at != null && i < MAX_SUPERCLASSES; i++) {
                if (at.equals(needed)) {
                    return true;
                }
                at = superclass(at);
            }
            return false;
        }

        @Override
        protected @Nullable String superclass(String className) {
            return code.superclass(className);
        }
    }
}
