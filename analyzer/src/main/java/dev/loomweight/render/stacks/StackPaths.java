package dev.loomweight.render.stacks;

import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Node;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** The stacks of a tree, one by one. */
public final class StackPaths {

    private StackPaths() {}

    /** Whether a tree has times; if not, its stacks are weighed by the numbers of their events. */
    public static boolean areTimed(StackTree tree) {
        return tree.whole().roots().stream().anyMatch(root -> root.nanos() > 0);
    }

    /** Takes one stack after the other. */
    @FunctionalInterface
    public interface Sink {

        /**
         * Takes a stack.
         *
         * @param path from the root to the last frame; a view that changes after the call
         * @param count how many events have it
         * @param nanos how long they lasted together
         * @throws IOException as what it writes to does
         */
        void accept(List<Node> path, long count, long nanos) throws IOException;
    }

    /**
     * Hands over every stack, in the order of the tree. Not by recursion: recorded stacks can be very deep.
     *
     * @throws IOException as thrown by the sink
     */
    public static void forEach(List<Node> roots, Sink sink) throws IOException {
        record Placed(Node node, int depth) {}
        List<Node> path = new ArrayList<>();
        List<Node> view = Collections.unmodifiableList(path);
        Deque<Placed> left = new ArrayDeque<>();
        roots.reversed().forEach(root -> left.push(new Placed(root, 0)));
        while (!left.isEmpty()) {
            Placed next = left.pop();
            path.subList(next.depth(), path.size()).clear();
            path.add(next.node());
            long count = next.node().count();
            long nanos = next.node().nanos();
            for (Node child : next.node().children()) {
                count -= child.count();
                nanos -= child.nanos();
            }
            // In a damaged tree the children can exceed their parent; no stack has a negative weight.
            if (next.node().children().isEmpty() || count > 0 || nanos > 0) {
                sink.accept(view, Math.max(0, count), Math.max(0, nanos));
            }
            next.node().children().reversed().forEach(child -> left.push(new Placed(child, next.depth() + 1)));
        }
    }
}
