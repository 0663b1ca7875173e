package dev.loomweight.bytecode;

import dev.loomweight.bytecode.LinePoints.Point;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * The classes that a frame of a dump can have the JVM initialize, by the class file and the line: those that {@code new},
 * {@code getstatic}, {@code putstatic} and {@code invokestatic} on it name (JVMS 5.5), and the strings on the line of a call of
 * {@code Class.forName}. Safe for threads.
 */
public final class LineInitializations {

    private static final int MAX_SUPERCLASSES = 64;

    private final Code code;
    private final Map<At, Set<String>> known = new ConcurrentHashMap<>();

    /** A frame below another; the innermost is below none. */
    private record At(Frame frame, @Nullable Frame callee) {}

    /** Initializations by the bytecode of that code. */
    public LineInitializations(Code code) {
        this.code = code;
    }

    /**
     * The classes that a frame can have the JVM initialize.
     *
     * @param callee the frame above, or null for the innermost one
     * @return in Java's notation, in the order of the instructions; empty where there is no class file
     */
    public Set<String> of(Frame frame, @Nullable Frame callee) {
        return StackCode.hasFile(frame) ? known.computeIfAbsent(new At(frame, callee), this::find) : Set.of();
    }

    private Set<String> find(At at) {
        Set<String> classes = new LinkedHashSet<>();
        Frame frame = at.frame;
        for (Point point : LinePoints.of(code, frame, at.callee)) {
            Instruction instruction = point.instruction();
            String type = instruction.type();
            switch (instruction.kind()) {
                case NEW, STATIC_FIELD, STATIC_CALL -> {
                    if (type != null && !isForName(instruction)) {
                        classes.add(type);
                    } else if (type != null) {
                        classes.addAll(strings(point, frame.line()));
                    }
                }
                default -> {}
            }
        }
        return classes;
    }

    /**
     * A class with its superclasses, which the JVM initializes after it has begun with the class and before it runs its
     * {@code <clinit>}; as far as there are class files.
     *
     * @param className the class in Java's notation
     */
    public List<String> chain(String className) {
        List<String> chain = new ArrayList<>();
        String at = className;
        while (at != null && !at.equals("java.lang.Object") && chain.size() < MAX_SUPERCLASSES) {
            chain.add(at);
            at = code.superclass(at);
        }
        return chain;
    }

    private static boolean isForName(Instruction instruction) {
        return "java.lang.Class".equals(instruction.type()) && "forName".equals(instruction.member());
    }

    private static List<String> strings(Point point, int line) {
        List<String> strings = new ArrayList<>();
        try {
            ParsedMethod method = point.file().parse(point.methodName(), point.descriptor());
            for (int i = 0; i < method.offsets().size(); i++) {
                AbstractInsnNode insn =
                        method.node().instructions.get(method.positions().get(i));
                if (insn instanceof LdcInsnNode ldc
                        && ldc.cst instanceof String text
                        && method.lines().agrees(method.offsets().get(i), line)) {
                    strings.add(text);
                }
            }
        } catch (ClassCode.BrokenClassException e) {
            // Read before, when the point was found.
        }
        return strings;
    }
}
