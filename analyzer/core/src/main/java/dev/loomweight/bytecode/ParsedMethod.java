package dev.loomweight.bytecode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method as its class file has it.
 *
 * @param owner its class, in the class file's notation
 * @param node its instructions; between them stand labels and lines, which are no instructions
 * @param positions the positions of the instructions in the node's list, in order
 * @param offsets the bytecode index of each of them, ascending
 */
record ParsedMethod(String owner, MethodNode node, List<Integer> positions, List<Integer> offsets) {

    /** Pairs the instructions with their indexes; the reader reports an index for each, in order. */
    static ParsedMethod of(String owner, MethodNode node, List<Integer> offsets) {
        List<Integer> positions = new ArrayList<>(offsets.size());
        int position = 0;
        for (AbstractInsnNode insn : node.instructions) {
            if (insn.getOpcode() >= 0) {
                positions.add(position);
            }
            position++;
        }
        if (positions.size() != offsets.size()) {
            throw new IllegalArgumentException(positions.size() + " instructions at " + offsets.size() + " indexes");
        }
        return new ParsedMethod(owner, node, List.copyOf(positions), List.copyOf(offsets));
    }

    /** Its line numbers; empty where it was compiled or packed without. */
    LineTable lines() {
        LineTable lines = new LineTable();
        int next = 0;
        List<Integer> here = new ArrayList<>();
        for (AbstractInsnNode insn : node.instructions) {
            if (insn instanceof LineNumberNode line) {
                here.add(line.line);
            } else if (insn.getOpcode() >= 0) {
                if (!here.isEmpty()) {
                    lines.add(offsets.get(next), here);
                    here.clear();
                }
                next++;
            }
        }
        return lines;
    }

    /**
     * The name of a local where an instruction uses it.
     *
     * @param position the instruction's position in the node's list
     * @param slot the local's slot
     * @return null where the class file names none: it was compiled without, or the compiler made the local for itself
     */
    @Nullable
    String localName(int position, int slot) {
        if (node.localVariables == null) {
            return null;
        }
        for (LocalVariableNode local : node.localVariables) {
            if (local.index == slot
                    && node.instructions.indexOf(local.start) <= position
                    && position < node.instructions.indexOf(local.end)) {
                return local.name;
            }
        }
        return null;
    }

    /** How the source names each parameter, by its slot; {@code parameter 1} is the first where it has no name. */
    Map<Integer, String> parameterNames(boolean instance) {
        Map<Integer, String> names = new HashMap<>();
        int slot = 0;
        if (instance) {
            names.put(slot++, "this");
        }
        Type[] types = Type.getArgumentTypes(node.desc);
        boolean listed = node.parameters != null && node.parameters.size() == types.length;
        for (int i = 0; i < types.length; i++) {
            @Nullable String name = localName(0, slot);
            if (name == null && listed) {
                name = node.parameters.get(i).name;
            }
            names.put(slot, name == null ? "parameter " + (i + 1) : name);
            slot += types[i].getSize();
        }
        return names;
    }
}
