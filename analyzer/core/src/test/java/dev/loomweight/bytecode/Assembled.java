package dev.loomweight.bytecode;

import dev.loomweight.classfiles.ClassBytes;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files that no compiler writes, with one method {@code static void m(Object a, Object b)}. */
final class Assembled {

    static final String DESCRIPTOR = "(Ljava/lang/Object;Ljava/lang/Object;)V";

    private Assembled() {}

    /** The method, analysed. */
    static BlockMonitors monitors(Consumer<MethodVisitor> code) {
        return BlockMonitors.of(parsed(classFile(code)));
    }

    /** The method, read. */
    static ParsedMethod parsed(byte[] classFile) {
        try {
            return ClassCode.read("a.A", new ClassBytes("assembled", classFile)).parse("m", DESCRIPTOR);
        } catch (ClassCode.BrokenClassException e) {
            throw new AssertionError(e);
        }
    }

    /** The class {@code a.A}. */
    static byte[] classFile(Consumer<MethodVisitor> code) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "a/A", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "m", DESCRIPTOR, null, null);
        method.visitCode();
        code.accept(method);
        method.visitMaxs(8, 400);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Takes or releases the monitor of a local. */
    static void monitor(MethodVisitor method, int opcode, int local) {
        method.visitVarInsn(Opcodes.ALOAD, local);
        method.visitInsn(opcode);
    }

    /** A call. */
    static void call(MethodVisitor method) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "a/B", "call", "()V", false);
    }
}
