package dev.loomweight.render;

import dev.loomweight.report.StackTree;

/** What stacks are weighed by. */
final class StackWeights {

    private StackWeights() {}

    /** Whether a tree has times; if not, the numbers of events weigh. */
    static boolean areTimes(StackTree tree) {
        return tree.whole().roots().stream().anyMatch(root -> root.nanos() > 0);
    }
}
