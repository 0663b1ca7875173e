package dev.loomweight.bytecode;

import org.objectweb.asm.Opcodes;

/** How many slots the result of an instruction takes (JVMS 2.11.1); 0 for those without a result. */
final class ResultSlots {

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
