package dev.loomweight.bytecode;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the bytecode of one method shows of its instructions.
 *
 * @param access its access flags
 * @param simpleClassName its class without the package
 * @param instructions its instructions
 * @param lines its lines
 * @param blocks the monitors that its blocks hold
 */
record MethodCode(
        int access, String simpleClassName, Instructions instructions, LineTable lines, BlockMonitors blocks) {

    /** The instructions by their bytecode indexes. */
    static final class Instructions {
        private final int[] offsets;
        private final Instruction[] instructions;

        private Instructions(int[] offsets, Instruction[] instructions) {
            this.offsets = offsets;
            this.instructions = instructions;
        }

        private static Instructions of(ParsedMethod method) {
            return new Instructions(
                    method.offsets().stream().mapToInt(Integer::intValue).toArray(),
                    method.positions().stream()
                            .map(position ->
                                    Instruction.of(method.node().instructions.get(position)))
                            .toArray(Instruction[]::new));
        }

        /** The indexes at which instructions begin, ascending. */
        int[] offsets() {
            return offsets.clone();
        }

        /** The instruction that begins at an index; null where none does. */
        @Nullable
        Instruction at(int offset) {
            int which = Arrays.binarySearch(offsets, offset);
            return which < 0 ? null : instructions[which];
        }
    }

    static MethodCode of(ParsedMethod method) {
        return new MethodCode(
                method.node().access,
                SourceWords.simpleName(method.owner()),
                Instructions.of(method),
                method.lines(),
                BlockMonitors.of(method));
    }
}
