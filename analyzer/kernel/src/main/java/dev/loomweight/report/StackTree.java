package dev.loomweight.report;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stacks with what they cost, as a tree.
 *
 * @param id the key
 * @param title the heading
 * @param roots the outermost groups, the most expensive first; the heaviest for people
 * @param whole all stacks, where {@code roots} are the heaviest of them only
 */
public record StackTree(String id, String title, List<Node> roots, Whole whole) implements Block {

    /** What the label begins with that ends a stack of which frames are missing. */
    public static final String TRUNCATED = "(truncated at ";

    public StackTree {
        roots = List.copyOf(roots);
    }

    /** A complete tree. */
    public StackTree(String id, String title, List<Node> roots) {
        this(id, title, roots, new Whole(title, () -> roots));
    }

    /**
     * All stacks of a tree, made when first asked for: there can be thousands. Equal to another with equal
     * stacks. Not safe for use by several threads.
     */
    public static final class Whole {
        private final String title;
        private final Supplier<List<Node>> maker;
        private @Nullable List<Node> made;

        /**
         * A tree that is not made yet.
         *
         * @param title its heading
         * @param maker makes its roots, the most expensive first; called once at most
         */
        public Whole(String title, Supplier<List<Node>> maker) {
            this.title = title;
            this.maker = maker;
        }

        /** The heading. */
        public String title() {
            return title;
        }

        /** The roots, the most expensive first. */
        public List<Node> roots() {
            List<Node> roots = made;
            if (roots == null) {
                roots = List.copyOf(maker.get());
                made = roots;
            }
            return roots;
        }

        @Override
        public boolean equals(Object object) {
            return object instanceof Whole other && title.equals(other.title) && roots().equals(other.roots());
        }

        @Override
        public int hashCode() {
            return title.hashCode();
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** What a frame is in its stack. */
    public enum Marker {
        /** An ordinary frame. */
        NONE,
        /** Not a frame: the name of all that is below. */
        GROUP,
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
     * @param children the frames that called it, the most expensive first; what they lack of its count and time are
     *     stacks that end with it
     * @param passage whose frame it is, as people name that, where they can do without it; empty for all that is to be
     *     shown. Text folds these frames; forms for machines have all of them alike
     */
    public record Node(String label, Marker marker, long count, long nanos, List<Node> children, String passage) {

        public Node {
            children = List.copyOf(children);
        }

        /** A node that is to be shown. */
        public Node(String label, Marker marker, long count, long nanos, List<Node> children) {
            this(label, marker, count, nanos, children, "");
        }

        /** Whether it is one of the frames, and not the name of a group or the remark that some are missing. */
        public boolean isFrame() {
            return marker != Marker.GROUP && !label.startsWith(TRUNCATED);
        }
    }
}
