package dev.loomweight.diagnosis;

import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Holders;
import dev.loomweight.bytecode.Instruction;
import dev.loomweight.jvm.ClassLocks;
import dev.loomweight.jvm.JvmStack;
import org.jspecify.annotations.Nullable;

/** The locks that the JVM takes to load and to link classes, by class files as far as there are any. Thread-safe. */
final class ClassFileLocks extends ClassLocks {

    private final Code code;
    private final Holders holders;

    ClassFileLocks(Code code, Holders holders) {
        this.code = code;
        this.holders = holders;
    }

    @Override
    protected Taker taker(JvmStack stack, int at) {
        StackFrames frames = (StackFrames) stack;
        Instruction instruction = frames.code().instruction(at);
        if (instruction == null) {
            return Taker.UNKNOWN;
        }
        return switch (instruction.kind()) {
            case MONITOR_ENTER, OTHER -> Taker.METHOD;
            // The interpreter stands after the monitorenter, so this may be the instruction that follows it.
            case NEW, NEW_ARRAY, CALL, DYNAMIC_CALL, STATIC_FIELD, FIELD, CONSTANT, TYPE_CHECK, THROWING, STATIC_CALL ->
                holders.enteredAt(frames.code(), at) == null ? Taker.JVM : Taker.UNKNOWN;
        };
    }

    @Override
    protected @Nullable String superclass(String className) {
        return code.superclass(className);
    }
}
