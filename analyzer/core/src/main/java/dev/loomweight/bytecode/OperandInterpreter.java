package dev.loomweight.bytecode;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Executes instructions on operands: follows where each object comes from and how the source would write it. */
final class OperandInterpreter extends Interpreter<Operand> {

    private static final String OPAQUE = "...";

    private final ParsedMethod method;
    private final Map<Integer, String> parameters;

    OperandInterpreter(ParsedMethod method) {
        super(Opcodes.ASM9);
        this.method = method;
        this.parameters = method.parameterNames((method.node().access & Opcodes.ACC_STATIC) == 0);
    }

    /** Where an instruction stands in the method's list. */
    int position(AbstractInsnNode insn) {
        return method.node().instructions.indexOf(insn);
    }

    @Override
    public @Nullable Operand newValue(@Nullable Type type) {
        if (type == null) {
            return Operand.ANY;
        }
        return type.equals(Type.VOID_TYPE)
                ? null
                : new Operand(type.getSize(), Operand.MIXED, Value.UNKNOWN, List.of());
    }

    @Override
    public Operand newParameterValue(boolean instance, int local, Type type) {
        return Operand.of(
                type.getSize(),
                -2 - local,
                new Value.Parameter(local),
                parameters.getOrDefault(local, "local " + local));
    }

    /** What a handler finds on the operand stack. */
    Operand newExceptionValue(TryCatchBlockNode block) {
        return Operand.of(1, position(block.handler), new Value.Result(position(block.handler)), "the exception");
    }

    @Override
    public Operand newOperation(AbstractInsnNode insn) {
        return switch (insn) {
            case LdcInsnNode ldc ->
                Operand.of(
                        sizeOf(ldc.cst), position(insn), constantValue(insn, ldc.cst), SourceWords.constant(ldc.cst));
            case FieldInsnNode field -> read(field, null, SourceWords.simpleName(field.owner));
            case TypeInsnNode type ->
                Operand.of(
                        1,
                        position(insn),
                        new Value.Created(position(insn), type.desc),
                        "new " + SourceWords.simpleName(type.desc) + "()");
            case IntInsnNode number -> made(insn, 1, Integer.toString(number.operand));
            default -> constant(insn);
        };
    }

    private Operand constant(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        if (opcode == Opcodes.ACONST_NULL) {
            return made(insn, 1, "null");
        }
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return made(insn, 1, Integer.toString(opcode - Opcodes.ICONST_0));
        }
        boolean wide = (opcode >= Opcodes.LCONST_0 && opcode <= Opcodes.LCONST_1)
                || (opcode >= Opcodes.DCONST_0 && opcode <= Opcodes.DCONST_1);
        return made(insn, wide ? 2 : 1, OPAQUE);
    }

    private static int sizeOf(Object constant) {
        return constant instanceof Long
                        || constant instanceof Double
                        || (constant instanceof ConstantDynamic dynamic && dynamic.getSize() == 2)
                ? 2
                : 1;
    }

    private Operand made(AbstractInsnNode insn, int size, String text) {
        return Operand.of(size, position(insn), new Value.Result(position(insn)), text);
    }

    private Operand created(AbstractInsnNode insn, String type, String text) {
        return Operand.of(1, position(insn), new Value.Created(position(insn), type), text);
    }

    private Value constantValue(AbstractInsnNode insn, Object constant) {
        boolean literal =
                constant instanceof String || (constant instanceof Type type && type.getSort() != Type.METHOD);
        return literal ? new Value.Constant(constant) : new Value.Result(position(insn));
    }

    private Operand read(FieldInsnNode field, @Nullable Value base, String prefix) {
        return Operand.of(
                Type.getType(field.desc).getSize(),
                position(field),
                Value.read(base, field.owner, field.name, field.desc, position(field)),
                SourceWords.field(prefix, field));
    }

    @Override
    public Operand copyOperation(AbstractInsnNode insn, Operand value) {
        boolean load = insn.getOpcode() >= Opcodes.ILOAD && insn.getOpcode() <= Opcodes.ALOAD;
        if (!load || !(insn instanceof VarInsnNode use)) {
            return value;
        }
        String name = method.localName(position(insn), use.var);
        if (name != null) {
            return value.named(name);
        }
        return value.texts().isEmpty() ? value.named("local " + use.var) : value;
    }

    @Override
    public @Nullable Operand unaryOperation(AbstractInsnNode insn, Operand value) {
        return switch (insn.getOpcode()) {
            // The object stays the same.
            case Opcodes.CHECKCAST -> value;
            case Opcodes.GETFIELD -> read((FieldInsnNode) insn, value.value(), value.prefix());
            case Opcodes.ANEWARRAY ->
                created(
                        insn,
                        "[" + Type.getObjectType(((TypeInsnNode) insn).desc).getDescriptor(),
                        "new " + SourceWords.simpleName(((TypeInsnNode) insn).desc) + "[...]");
            case Opcodes.NEWARRAY -> created(insn, "[", "a new array");
            default ->
                ResultSlots.ofUnary(insn.getOpcode()) == 0
                        ? null
                        : made(insn, ResultSlots.ofUnary(insn.getOpcode()), OPAQUE);
        };
    }

    @Override
    public @Nullable Operand binaryOperation(AbstractInsnNode insn, Operand left, Operand right) {
        if (insn.getOpcode() == Opcodes.AALOAD) {
            return made(insn, 1, left.prefix() + "[" + right.index() + "]");
        }
        int size = ResultSlots.ofBinary(insn.getOpcode());
        return size == 0 ? null : made(insn, size, OPAQUE);
    }

    @Override
    public @Nullable Operand ternaryOperation(AbstractInsnNode insn, Operand a, Operand b, Operand c) {
        return null;
    }

    @Override
    public @Nullable Operand naryOperation(AbstractInsnNode insn, List<? extends Operand> values) {
        if (insn instanceof MultiANewArrayInsnNode array) {
            return created(
                    insn,
                    array.desc,
                    "new " + SourceWords.simpleName(Type.getType(array.desc).getElementType()) + "[...]");
        }
        if (insn instanceof MethodInsnNode call) {
            String prefix = call.getOpcode() == Opcodes.INVOKESTATIC
                    ? ""
                    : values.getFirst().prefix();
            return made(insn, Type.getReturnType(call.desc).getSize(), SourceWords.call(method.owner(), prefix, call));
        }
        String desc = ((InvokeDynamicInsnNode) insn).desc;
        return made(insn, Type.getReturnType(desc).getSize(), "a lambda");
    }

    @Override
    public void returnOperation(AbstractInsnNode insn, Operand value, Operand expected) {
        // What is returned holds nothing.
    }

    @Override
    public Operand merge(Operand a, Operand b) {
        return Operand.merge(a, b);
    }

    /** How many slots the result of an instruction takes (JVMS 2.11.1); 0 for those without a result. */
    private static final class ResultSlots {

        private ResultSlots() {}

        /** Of an instruction with one operand. */
        static int ofUnary(int opcode) {
            return switch (opcode) {
                case Opcodes.LNEG,
                        Opcodes.DNEG,
                        Opcodes.I2L,
                        Opcodes.I2D,
                        Opcodes.L2D,
                        Opcodes.F2L,
                        Opcodes.F2D,
                        Opcodes.D2L -> 2;
                case Opcodes.INEG,
                        Opcodes.FNEG,
                        Opcodes.IINC,
                        Opcodes.I2F,
                        Opcodes.L2I,
                        Opcodes.L2F,
                        Opcodes.F2I,
                        Opcodes.D2I,
                        Opcodes.D2F,
                        Opcodes.I2B,
                        Opcodes.I2C,
                        Opcodes.I2S,
                        Opcodes.ARRAYLENGTH,
                        Opcodes.INSTANCEOF -> 1;
                default -> 0;
            };
        }

        /** Of an instruction with two operands. */
        static int ofBinary(int opcode) {
            return switch (opcode) {
                case Opcodes.LALOAD,
                        Opcodes.DALOAD,
                        Opcodes.LADD,
                        Opcodes.DADD,
                        Opcodes.LSUB,
                        Opcodes.DSUB,
                        Opcodes.LMUL,
                        Opcodes.DMUL,
                        Opcodes.LDIV,
                        Opcodes.DDIV,
                        Opcodes.LREM,
                        Opcodes.DREM,
                        Opcodes.LSHL,
                        Opcodes.LSHR,
                        Opcodes.LUSHR,
                        Opcodes.LAND,
                        Opcodes.LOR,
                        Opcodes.LXOR -> 2;
                case Opcodes.IF_ICMPEQ,
                        Opcodes.IF_ICMPNE,
                        Opcodes.IF_ICMPLT,
                        Opcodes.IF_ICMPGE,
                        Opcodes.IF_ICMPGT,
                        Opcodes.IF_ICMPLE,
                        Opcodes.IF_ACMPEQ,
                        Opcodes.IF_ACMPNE,
                        Opcodes.PUTFIELD -> 0;
                default -> 1;
            };
        }
    }
}
