package dev.loomweight.bytecode;

import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * The instructions that a frame of a dump can stand at: those on its line, in all methods of its name, that can have
 * called the frame above. Where the dump has no line, as of a JDK that was linked without, all of these methods.
 */
final class LinePoints {

    private static final int WORST = 3;

    private LinePoints() {}

    /**
     * One of them.
     *
     * @param file the class file
     * @param methodName the name of the method
     * @param descriptor that of the method
     * @param method the method
     * @param offset the bytecode index of the instruction
     * @param instruction the instruction
     */
    record Point(
            ClassCode file,
            String methodName,
            String descriptor,
            MethodCode method,
            int offset,
            Instruction instruction) {

        boolean isSynchronized() {
            return (method.access() & Opcodes.ACC_SYNCHRONIZED) != 0;
        }

        boolean isStatic() {
            return (method.access() & Opcodes.ACC_STATIC) != 0;
        }
    }

    /**
     * Finds them in the first class file that has any.
     *
     * @param callee the frame above; null for the innermost one
     * @return empty where there is no class file, or none that can be what ran
     */
    static List<Point> of(Code code, Frame frame, @Nullable Frame callee) {
        for (int version = 0; code.hasVersion(frame.className(), version); version++) {
            ClassCode file = code.file(frame.className(), version);
            List<Point> points = file == null ? List.of() : of(file, frame, callee);
            if (!points.isEmpty()) {
                return points;
            }
        }
        return List.of();
    }

    private static List<Point> of(ClassCode file, Frame frame, @Nullable Frame callee) {
        List<Point> best = new ArrayList<>();
        int rank = WORST;
        for (String descriptor : file.descriptors(frame.methodName())) {
            MethodCode method = method(file, frame.methodName(), descriptor);
            if (method == null) {
                continue;
            }
            for (int offset : method.instructions().offsets()) {
                Instruction instruction = method.instructions().at(offset);
                if (instruction == null || !method.lines().agrees(offset, frame.line())) {
                    continue;
                }
                int fits = rank(instruction, callee);
                if (fits < rank) {
                    rank = fits;
                    best.clear();
                }
                if (fits == rank && fits < WORST) {
                    best.add(new Point(file, frame.methodName(), descriptor, method, offset, instruction));
                }
            }
        }
        return best;
    }

    // Dumps leave hidden frames out, such as a lambda's: what called the frame above need not name it.
    private static int rank(Instruction instruction, @Nullable Frame callee) {
        if (callee == null || instruction.calls(callee)) {
            return 0;
        }
        if (instruction.allows(callee)) {
            return 1;
        }
        return instruction.isCall() ? 2 : WORST;
    }

    private static @Nullable MethodCode method(ClassCode file, String name, String descriptor) {
        try {
            return file.method(name, descriptor);
        } catch (ClassCode.BrokenClassException e) {
            return null;
        }
    }
}
