package dev.loomweight.bytecode;

import dev.loomweight.sample.Frame;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * The instruction that a frame stands at: the call that it waits for, or the cause of a call that the JVM makes by
 * itself, to load or initialise a class.
 *
 * @param kind what it does
 * @param type the class that it names, in Java's notation ({@code int[]} for arrays), which the JVM may have to load
 *     and initialise; null where it names none
 * @param member the method or field that it names; null where it names none
 * @param descriptor that of the member, in the class file's notation; null where there is no member
 */
public record Instruction(
        Kind kind,
        @Nullable String type,
        @Nullable String member,
        @Nullable String descriptor) {

    /** What an instruction does. */
    public enum Kind {
        /** Calls the method that it names. */
        CALL,
        /** Calls the static method that it names, whose class the JVM may have to initialise first. */
        STATIC_CALL,
        /** Calls what was linked there: a lambda's creation, a string concatenation. */
        DYNAMIC_CALL,
        /** Creates an object. */
        NEW,
        /** Creates an array of objects. */
        NEW_ARRAY,
        /** Reads or writes a static field. */
        STATIC_FIELD,
        /** Reads or writes a field of an object. */
        FIELD,
        /** Loads a constant, among them class literals. */
        CONSTANT,
        /** {@code checkcast} or {@code instanceof}. */
        TYPE_CHECK,
        /** Takes a monitor. */
        MONITOR_ENTER,
        /** Anything else. */
        OTHER
    }

    private static final String INITIALIZER = "<clinit>";

    /** Whether it calls a method: only then is the frame above one that the source called. */
    public boolean isCall() {
        return kind == Kind.CALL || kind == Kind.STATIC_CALL || kind == Kind.DYNAMIC_CALL;
    }

    /**
     * Whether the instruction can have called that frame, the next inner one of the stack. If not, the JVM has: to load
     * a class ({@code ClassLoader.loadClass}) or to initialise one ({@code <clinit>}).
     */
    public boolean calls(Frame callee) {
        if (!isCall() || callee.methodName().equals(INITIALIZER)) {
            return false;
        }
        // What is linked to it, and what a method handle calls, has any name.
        boolean handle = "java.lang.invoke.MethodHandle".equals(type) || "java.lang.invoke.VarHandle".equals(type);
        return kind == Kind.DYNAMIC_CALL
                || handle
                || (callee.methodName().equals(member) && callee.descriptor().equals(descriptor));
    }

    static Instruction of(AbstractInsnNode insn) {
        return switch (insn) {
            case MethodInsnNode call ->
                new Instruction(
                        call.getOpcode() == Opcodes.INVOKESTATIC ? Kind.STATIC_CALL : Kind.CALL,
                        className(call.owner),
                        call.name,
                        call.desc);
            case InvokeDynamicInsnNode call -> new Instruction(Kind.DYNAMIC_CALL, null, call.name, call.desc);
            case FieldInsnNode field ->
                new Instruction(
                        field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.PUTSTATIC
                                ? Kind.STATIC_FIELD
                                : Kind.FIELD,
                        className(field.owner),
                        field.name,
                        field.desc);
            case TypeInsnNode type -> new Instruction(kind(type), className(type.desc), null, null);
            case MultiANewArrayInsnNode array ->
                new Instruction(
                        Kind.NEW_ARRAY, className(Type.getType(array.desc).getInternalName()), null, null);
            case LdcInsnNode ldc -> new Instruction(Kind.CONSTANT, constantType(ldc.cst), null, null);
            default ->
                new Instruction(
                        insn.getOpcode() == Opcodes.MONITORENTER ? Kind.MONITOR_ENTER : Kind.OTHER, null, null, null);
        };
    }

    private static Kind kind(TypeInsnNode type) {
        return switch (type.getOpcode()) {
            case Opcodes.NEW -> Kind.NEW;
            case Opcodes.ANEWARRAY -> Kind.NEW_ARRAY;
            default -> Kind.TYPE_CHECK;
        };
    }

    private static @Nullable String constantType(Object constant) {
        return constant instanceof Type type && type.getSort() != Type.METHOD ? type.getClassName() : null;
    }

    private static String className(String internalName) {
        return Type.getObjectType(internalName).getClassName();
    }
}
