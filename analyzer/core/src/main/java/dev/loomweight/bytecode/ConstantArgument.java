package dev.loomweight.bytecode;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** The only argument of a call where it is a {@code long} that stands in the code, as compilers write it: directly before the call. */
final class ConstantArgument {

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
