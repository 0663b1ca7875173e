package dev.loomweight.bytecode;

import java.util.Arrays;

/**
 * What the bytecode of one method shows of its instructions.
 *
 * @param access its access flags
 * @param simpleClassName its class without the package
 * @param offsets the bytecode indexes of its instructions
 * @param lines its lines
 * @param blocks the monitors that its blocks hold
 */
record MethodCode(int access, String simpleClassName, Offsets offsets, LineTable lines, BlockMonitors blocks) {

    /** Bytecode indexes at which an instruction begins. */
    static final class Offsets {
        private final int[] ascending;

        private Offsets(int[] ascending) {
            this.ascending = ascending;
        }

        boolean contains(int offset) {
            return Arrays.binarySearch(ascending, offset) >= 0;
        }
    }

    static MethodCode of(ParsedMethod method) {
        return new MethodCode(
                method.node().access,
                SourceWords.simpleName(method.owner()),
                new Offsets(
                        method.offsets().stream().mapToInt(Integer::intValue).toArray()),
                method.lines(),
                BlockMonitors.of(method));
    }
}
