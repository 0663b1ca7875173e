package dev.loomweight.bytecode;

import org.objectweb.asm.Opcodes;

/** Which instructions can throw (JVMS 6.5), as far as it matters for monitors. */
final class Throwing {

    private Throwing() {}

    /**
     * Whether an exception handler can be entered from such an instruction.
     *
     * <p>Not from monitorexit: it throws only where locking is not structured, and the handler that compilers put
     * around it would then seem to run without the monitor. Not from return, for the same reason.
     */
    static boolean canThrow(int opcode) {
        return switch (opcode) {
            case Opcodes.LDC,
                    Opcodes.IALOAD,
                    Opcodes.LALOAD,
                    Opcodes.FALOAD,
                    Opcodes.DALOAD,
                    Opcodes.AALOAD,
                    Opcodes.BALOAD,
                    Opcodes.CALOAD,
                    Opcodes.SALOAD,
                    Opcodes.IASTORE,
                    Opcodes.LASTORE,
                    Opcodes.FASTORE,
                    Opcodes.DASTORE,
                    Opcodes.AASTORE,
                    Opcodes.BASTORE,
                    Opcodes.CASTORE,
                    Opcodes.SASTORE,
                    Opcodes.IDIV,
                    Opcodes.LDIV,
                    Opcodes.IREM,
                    Opcodes.LREM,
                    Opcodes.GETSTATIC,
                    Opcodes.PUTSTATIC,
                    Opcodes.GETFIELD,
                    Opcodes.PUTFIELD,
                    Opcodes.INVOKEVIRTUAL,
                    Opcodes.INVOKESPECIAL,
                    Opcodes.INVOKESTATIC,
                    Opcodes.INVOKEINTERFACE,
                    Opcodes.INVOKEDYNAMIC,
                    Opcodes.NEW,
                    Opcodes.NEWARRAY,
                    Opcodes.ANEWARRAY,
                    Opcodes.MULTIANEWARRAY,
                    Opcodes.ARRAYLENGTH,
                    Opcodes.ATHROW,
                    Opcodes.CHECKCAST,
                    Opcodes.INSTANCEOF,
                    Opcodes.MONITORENTER -> true;
            default -> false;
        };
    }
}
