package dev.loomweight.bytecode;

import dev.loomweight.classfiles.ClassBytes;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Calls of {@code held("...")} in compiled code, each of which says in its argument which monitors are held there.
 * Compilers copy finally blocks, so that one call of the source can be several here.
 */
record Marks(String expected, Frame frame) {

    /** A class by ASM alone. */
    static ClassNode node(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, 0);
        return node;
    }

    /** Every call in a class. */
    static List<Marks> in(byte[] classFile) throws ClassCode.BrokenClassException {
        ClassNode node = node(classFile);
        String className = node.name.replace('/', '.');
        ClassCode code = ClassCode.read(className, new ClassBytes("marks", classFile));
        List<Marks> marks = new ArrayList<>();
        for (MethodNode method : node.methods) {
            if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
                addAll(marks, className, code.parse(method.name, method.desc));
            }
        }
        return marks;
    }

    private static void addAll(List<Marks> marks, String className, ParsedMethod method) {
        LineTable lines = method.lines();
        for (int i = 1; i < method.positions().size(); i++) {
            AbstractInsnNode insn =
                    method.node().instructions.get(method.positions().get(i));
            AbstractInsnNode before =
                    method.node().instructions.get(method.positions().get(i - 1));
            if (insn instanceof MethodInsnNode call
                    && call.name.equals("held")
                    && before instanceof LdcInsnNode constant) {
                int offset = method.offsets().get(i);
                marks.add(new Marks(
                        (String) constant.cst,
                        new Frame(
                                className,
                                method.node().name,
                                method.node().desc,
                                lines.at(offset),
                                offset,
                                method.node().access,
                                "Interpreted")));
            }
        }
    }
}
