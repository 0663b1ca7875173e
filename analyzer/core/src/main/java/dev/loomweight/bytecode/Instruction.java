package dev.loomweight.bytecode;

import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.sample.Frame;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
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
 * @param argument the constant that a call passes as its only argument, where that is a {@code long}; else null
 */
public record Instruction(
        Kind kind,
        @Nullable String type,
        @Nullable String member,
        @Nullable String descriptor,
        @Nullable Long argument) {

    Instruction(Kind kind, @Nullable String type, @Nullable String member, @Nullable String descriptor) {
        this(kind, type, member, descriptor, null);
    }

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
        /** Names nothing, but may throw an exception that the JVM makes: an access to an array, a division. */
        THROWING,
        /** Anything else: no other code can run meanwhile. */
        OTHER
    }

    private static final Instruction ENTER = new Instruction(Kind.MONITOR_ENTER, null, null, null);
    private static final Instruction THROWS = new Instruction(Kind.THROWING, null, null, null);
    private static final Instruction NOTHING = new Instruction(Kind.OTHER, null, null, null);
    private static final String INITIALIZER = "<clinit>";
    private static final String LINKAGE = "java.lang.invoke.";
    private static final String UPCALLS_OF_LINKAGE = "java.lang.invoke.MethodHandleNatives";

    /** Whether it calls a method: only then is the frame above one that the source called. */
    public boolean isCall() {
        return kind == Kind.CALL || kind == Kind.STATIC_CALL || kind == Kind.DYNAMIC_CALL;
    }

    /**
     * Whether the instruction can have called that frame, the next inner one of the stack. If not, the JVM has: to load
     * a class ({@code ClassLoader.loadClass}), to initialise one ({@code <clinit>}) or to link the call itself
     * ({@code MethodHandleNatives.linkCallSite}); or the instruction is not the one that ran.
     */
    public boolean calls(Frame callee) {
        if (!isCall() || callee.methodName().equals(INITIALIZER)) {
            return false;
        }
        // What is linked here, and what method and variable handles call, are forms of the JDK's own of any name, and
        // these call any method.
        boolean linked =
                callee.className().startsWith(LINKAGE) && !callee.className().equals(UPCALLS_OF_LINKAGE);
        if (kind == Kind.DYNAMIC_CALL) {
            return linked;
        }
        if ("java.lang.invoke.MethodHandle".equals(type)) {
            String name = String.valueOf(member);
            if (name.equals("invokeBasic") || name.startsWith("linkTo")) {
                return true;
            }
            if (name.equals("invoke") || name.equals("invokeExact")) {
                return linked;
            }
        }
        return isCalled(callee) || ("java.lang.invoke.VarHandle".equals(type) && linked);
    }

    private boolean isCalled(Frame callee) {
        return callee.methodName().equals(member)
                && (callee.descriptor().isEmpty() || callee.descriptor().equals(descriptor));
    }

    /**
     * Whether that frame can stand above the instruction at all: called by it, or by the JVM on its behalf. It cannot in
     * code that is not what ran.
     */
    boolean allows(Frame callee) {
        if (calls(callee)) {
            return true;
        }
        String name = callee.methodName();
        // By the return of Object's constructor.
        if (callee.className().equals("java.lang.ref.Finalizer")) {
            return name.equals("register");
        }
        return canRunCode() && isUpcall(callee, name);
    }

    /** Whether other code can run, or the JVM can block, while it executes. */
    boolean canRunCode() {
        return kind != Kind.OTHER;
    }

    // What the JVM calls by itself: to load, initialise and link; agents that see each class that is loaded; the
    // constructors of its own exceptions.
    private static boolean isUpcall(Frame callee, String name) {
        return switch (name) {
            case INITIALIZER -> true;
            case "loadClass" ->
                callee.descriptor().isEmpty()
                        || (callee.descriptor().startsWith("(Ljava/lang/String;")
                                && callee.descriptor().endsWith(")Ljava/lang/Class;"));
            case "<init>" ->
                JvmNames.isOfJdkAlone(callee.className())
                        && (callee.className().endsWith("Exception")
                                || callee.className().endsWith("Error"));
            default ->
                switch (callee.className()) {
                    case UPCALLS_OF_LINKAGE, "sun.instrument.InstrumentationImpl", "jdk.jfr.internal.JVMUpcalls" ->
                        true;
                    case "java.lang.ClassLoader" -> name.equals("checkPackageAccess");
                    default -> false;
                };
        };
    }

    /** Whether the frame above got the operands as they are: what handles and linked calls pass is arranged anew. */
    boolean passesArgumentsTo(Frame callee) {
        return (kind == Kind.CALL || kind == Kind.STATIC_CALL)
                && calls(callee)
                && isCalled(callee)
                && callee.descriptor().equals(descriptor);
    }

    /** Whether it calls {@link Object#wait()}. */
    boolean isWait() {
        return kind == Kind.CALL
                && "wait".equals(member)
                && ("()V".equals(descriptor) || "(J)V".equals(descriptor) || "(JI)V".equals(descriptor));
    }

    /** Whether {@code Object.wait} or {@code Thread.join}, if it is one of these, ends by itself after a time. */
    ThreadWait.Limit limit() {
        if ("()V".equals(descriptor) || (argument != null && argument == 0)) {
            return ThreadWait.Limit.NONE;
        }
        boolean time = (argument != null && argument > 0) || "(Ljava/time/Duration;)Z".equals(descriptor);
        return time ? ThreadWait.Limit.TIME : ThreadWait.Limit.UNKNOWN;
    }

    /** How many operands it takes as arguments; 0 where it calls nothing. */
    int arguments() {
        return isCall() && descriptor != null ? Type.getArgumentTypes(descriptor).length : 0;
    }

    /** What it does, as a clause about itself: {@code calls size()I}, {@code calls nothing}. */
    String words() {
        return isCall() ? "calls " + member + descriptor : "calls nothing";
    }

    static Instruction of(AbstractInsnNode insn) {
        return switch (insn) {
            case MethodInsnNode call ->
                new Instruction(
                        call.getOpcode() == Opcodes.INVOKESTATIC ? Kind.STATIC_CALL : Kind.CALL,
                        className(call.owner),
                        call.name,
                        call.desc,
                        ConstantArgument.of(call));
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
                insn.getOpcode() == Opcodes.MONITORENTER
                        ? ENTER
                        : Throwing.canThrow(insn.getOpcode()) ? THROWS : NOTHING;
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

    /**
     * The only argument of a call where it is a {@code long} that stands in the code, as compilers write it: directly
     * before the call.
     */
    private static final class ConstantArgument {

        private static final String ONE_LONG = "(J)V";

        private ConstantArgument() {}

        /** Its value; null where there is no such argument. */
        static @Nullable Long of(MethodInsnNode call) {
            if (!call.desc.equals(ONE_LONG)) {
                return null;
            }
            AbstractInsnNode before = call.getPrevious();
            while (before != null && before.getOpcode() < 0) {
                // Where paths meet, each brings its own.
                if (before instanceof LabelNode label && isTarget(label)) {
                    return null;
                }
                before = before.getPrevious();
            }
            return before == null ? null : value(before);
        }

        private static @Nullable Long value(AbstractInsnNode insn) {
            return switch (insn.getOpcode()) {
                case Opcodes.LCONST_0 -> 0L;
                case Opcodes.LCONST_1 -> 1L;
                case Opcodes.LDC -> ((LdcInsnNode) insn).cst instanceof Long value ? value : null;
                default -> null;
            };
        }

        private static boolean isTarget(LabelNode label) {
            AbstractInsnNode first = label;
            while (first.getPrevious() != null) {
                first = first.getPrevious();
            }
            for (AbstractInsnNode at = first; at != null; at = at.getNext()) {
                boolean jumps = switch (at) {
                    case JumpInsnNode jump -> jump.label.equals(label);
                    case TableSwitchInsnNode table -> table.dflt.equals(label) || table.labels.contains(label);
                    case LookupSwitchInsnNode lookup -> lookup.dflt.equals(label) || lookup.labels.contains(label);
                    default -> false;
                };
                if (jumps) {
                    return true;
                }
            }
            return false;
        }
    }
}
