package dev.loomweight.bytecode;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What a class file shows of the objects in the fields that it declares: which fields are written by constructors and
 * initializers alone, and which of these hold an object that was made for them, so that it is in no other such field.
 * Writes by reflection, serialization and native code are not seen.
 *
 * @param stable the fields that are written by constructors and initializers alone: final ones, and private ones of a
 *     class that shares them with no other
 * @param own for each of these whose every write is an object made for it, the class of that object in the class file's
 *     notation; an empty text where it is of several classes
 */
record FieldFacts(Set<Field> stable, Map<Field, String> own) {

    /** Of a class that is not known: nothing. */
    static final FieldFacts NONE = new FieldFacts(Set.of(), Map.of());

    /** A field by its name and descriptor. */
    record Field(String name, String descriptor) {}

    private record Creation(String method, int position) {}

    /**
     * Reads a class.
     *
     * @param parsed gives a method of it; null where it cannot be read
     */
    static FieldFacts of(ClassNode node, Methods parsed) {
        boolean alone = node.nestHostClass == null && (node.nestMembers == null || node.nestMembers.isEmpty());
        Set<Field> stable = new HashSet<>();
        for (FieldNode field : node.fields) {
            boolean isFinal = (field.access & Opcodes.ACC_FINAL) != 0;
            boolean isPrivate = (field.access & Opcodes.ACC_PRIVATE) != 0 && (field.access & Opcodes.ACC_VOLATILE) == 0;
            if (isFinal || (isPrivate && alone)) {
                stable.add(new Field(field.name, field.desc));
            }
        }
        for (MethodNode method : node.methods) {
            if (!method.name.startsWith("<")) {
                writes(node, method).keySet().forEach(stable::remove);
            }
        }
        Map<Field, String> own = new HashMap<>();
        Map<Creation, Field> creations = new HashMap<>();
        Set<Field> shared = new HashSet<>();
        for (MethodNode method : node.methods) {
            if (method.name.startsWith("<")) {
                addOwn(node, method, parsed, stable, own, creations, shared);
            }
        }
        own.keySet().removeAll(shared);
        return new FieldFacts(Set.copyOf(stable), Map.copyOf(own));
    }

    /** Gives the methods of a class. */
    @FunctionalInterface
    interface Methods {
        /** A method, or null where it cannot be read. */
        @Nullable
        ParsedMethod of(String name, String descriptor);
    }

    private static void addOwn(
            ClassNode node,
            MethodNode method,
            Methods parsed,
            Set<Field> stable,
            Map<Field, String> own,
            Map<Creation, Field> creations,
            Set<Field> shared) {
        Map<Field, List<Integer>> writes = writes(node, method);
        ParsedMethod code = writes.isEmpty() ? null : parsed.of(method.name, method.desc);
        writes.forEach((field, positions) -> {
            for (int position : positions) {
                List<Operand> operands = code == null || !stable.contains(field) ? null : operands(code, position);
                Value written =
                        operands == null ? Value.UNKNOWN : operands.getLast().value();
                if (!(written instanceof Value.Created created)) {
                    shared.add(field);
                    continue;
                }
                Field other = creations.putIfAbsent(new Creation(method.name + method.desc, created.position()), field);
                if (other != null) {
                    shared.add(field);
                    shared.add(other);
                }
                own.merge(field, created.type(), (a, b) -> a.equals(b) ? a : "");
            }
        });
    }

    private static @Nullable List<Operand> operands(ParsedMethod code, int position) {
        int which = code.positions().indexOf(position);
        return which < 0 ? null : BlockMonitors.operands(code, code.offsets().get(which));
    }

    private static Map<Field, List<Integer>> writes(ClassNode node, MethodNode method) {
        Map<Field, List<Integer>> writes = new HashMap<>();
        int position = 0;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FieldInsnNode field
                    && (insn.getOpcode() == Opcodes.PUTFIELD || insn.getOpcode() == Opcodes.PUTSTATIC)
                    && field.owner.equals(node.name)) {
                int at = position;
                writes.merge(
                        new Field(field.name, field.desc),
                        List.of(at),
                        (a, b) -> java.util.stream.Stream.concat(a.stream(), b.stream())
                                .toList());
            }
            position++;
        }
        return writes;
    }
}
