package dev.loomweight.report;

import java.util.List;

/**
 * Stacks with what they cost, as a tree.
 *
 * @param id the key
 * @param title the heading
 * @param roots the outermost groups, the most expensive first
 */
public record StackTree(String id, String title, List<Node> roots) implements Block {

    public StackTree {
        roots = List.copyOf(roots);
    }

    /** What a frame is in its stack. */
    public enum Marker {
        /** An ordinary frame. */
        NONE,
        /** The frame that holds what pins. */
        HOLDER,
        /** The call that blocked. */
        BLOCKER
    }

    /**
     * One frame, or a group of stacks.
     *
     * @param label the frame as people read it: {@code com.acme.Cart.add(Cart.java:12)}
     * @param marker what it is in its stack
     * @param count how many events have it
     * @param nanos how long they lasted together, in nanoseconds
     * @param children the frames that called it, the most expensive first
     */
    public record Node(String label, Marker marker, long count, long nanos, List<Node> children) {

        public Node {
            children = List.copyOf(children);
        }
    }
}
