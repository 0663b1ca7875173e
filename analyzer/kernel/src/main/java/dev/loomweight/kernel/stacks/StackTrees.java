package dev.loomweight.kernel.stacks;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Marker;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Trees of stacks, each group a tree: callers below what they called. */
public final class StackTrees {

    private static final int MAX_STACKS = 10;

    private StackTrees() {}

    /**
     * All stacks, as one tree per group; shown at first: the ten with the largest totals.
     *
     * @param passages which frames people can do without, of those that are shown at first
     */
    public static StackTree of(List<MarkedStack> stacks, Passages passages) {
        return of("stacks", "stacks", stacks, passages);
    }

    /**
     * The same with another key and name.
     *
     * @param id the key
     * @param what what the stacks are, in the plural, such as {@code waiting stacks}
     */
    public static StackTree of(String id, String what, List<MarkedStack> stacks, Passages passages) {
        if (stacks.size() <= MAX_STACKS) {
            String title = Character.toUpperCase(what.charAt(0)) + what.substring(1);
            return new StackTree(id, title, tree(stacks, passages));
        }
        return new StackTree(
                id,
                "The " + MAX_STACKS + " heaviest of " + stacks.size() + " " + what,
                tree(heaviest(stacks), passages),
                new StackTree.Whole("All " + stacks.size() + " " + what, () -> tree(stacks, null)));
    }

    private static List<MarkedStack> heaviest(List<MarkedStack> stacks) {
        List<MarkedStack> sorted = new ArrayList<>(stacks);
        sorted.sort(MarkedStack::heaviestFirst);
        return sorted.subList(0, MAX_STACKS);
    }

    private static List<StackTree.Node> tree(List<MarkedStack> stacks, @Nullable Passages passages) {
        Branch root = new Branch();
        for (MarkedStack stack : stacks) {
            root.add(stack, passages == null ? List.of() : passages.of(stack));
        }
        return root.nodes();
    }

    private static final class Branch {
        private final Map<String, Branch> callers = new HashMap<>();
        private long count;
        private long nanos;
        private Marker marker = Marker.NONE;
        // Of all stacks that have the frame; null before the first.
        private @Nullable String passage;
        private List<StackTree.Node> made = List.of();

        private void add(MarkedStack stack, List<String> passages) {
            Branch at = step(stack.group(), Marker.GROUP, Passages.NONE, stack.total());
            List<String> labels = stack.lines().labels();
            List<Frame> frames = stack.lines().stack().frames();
            for (int i = 0; i < labels.size(); i++) {
                Marker marker = i < frames.size() ? stack.marker(frames.get(i)) : Marker.NONE;
                String passage = i < passages.size() ? passages.get(i) : Passages.NONE;
                at = at.step(labels.get(i), marker, passage, stack.total());
            }
        }

        private Branch step(String label, Marker as, String through, Sum total) {
            Branch next = callers.get(label);
            if (next == null) {
                next = new Branch();
                callers.put(label, next);
            }
            next.count += total.count();
            next.nanos = Sum.together(next.nanos, total.nanos());
            // One stack of several that share a frame may blame it and another not.
            next.marker = as.compareTo(next.marker) > 0 ? as : next.marker;
            next.passage = next.passage == null || through.equals(Passages.NONE) ? through : next.passage;
            return next;
        }

        /** The nodes below, those without callers first: a recorded stack can be deeper than what is left of ours. */
        private List<StackTree.Node> nodes() {
            List<Branch> outermostFirst = new ArrayList<>(List.of(this));
            for (int i = 0; i < outermostFirst.size(); i++) {
                outermostFirst.addAll(outermostFirst.get(i).callers.values());
            }
            for (Branch branch : outermostFirst.reversed()) {
                List<Map.Entry<String, Branch>> sorted = new ArrayList<>(branch.callers.entrySet());
                if (sorted.size() > 1) {
                    sorted.sort(Branch::heaviestFirst);
                }
                List<StackTree.Node> nodes = new ArrayList<>(sorted.size());
                for (Map.Entry<String, Branch> caller : sorted) {
                    nodes.add(caller.getValue().node(caller.getKey()));
                }
                branch.made = nodes;
            }
            return made;
        }

        private static int heaviestFirst(Map.Entry<String, Branch> one, Map.Entry<String, Branch> other) {
            int order = Long.compare(other.getValue().nanos, one.getValue().nanos);
            if (order == 0) {
                order = Long.compare(other.getValue().count, one.getValue().count);
            }
            return order == 0 ? one.getKey().compareTo(other.getKey()) : order;
        }

        private StackTree.Node node(String label) {
            return new StackTree.Node(label, marker, count, nanos, made, passage == null ? Passages.NONE : passage);
        }
    }

    /**
     * A stack with what it cost, and what some of its frames are.
     *
     * @param group the name of the tree that it is in
     * @param lines its frames
     * @param total how many events have it, and how long they lasted
     * @param holders the methods that hold what pins, without lines
     * @param blocker the method that blocked, without a line; null where it is not known
     */
    public record MarkedStack(
            String group,
            StackLines lines,
            Sum total,
            Set<CodePlace> holders,
            @Nullable CodePlace blocker) {

        public MarkedStack {
            holders = Set.copyOf(holders);
        }

        /** What a frame is, by its method. */
        Marker marker(Frame frame) {
            CodePlace method = new CodePlace(frame.stableClassName(), frame.methodName());
            if (holders.contains(method)) {
                return Marker.HOLDER;
            }
            return method.equals(blocker) ? Marker.BLOCKER : Marker.NONE;
        }

        /** The costliest first, then by name and frames. */
        static int heaviestFirst(MarkedStack one, MarkedStack other) {
            int order = Sum.HEAVIEST.compare(one.total, other.total);
            if (order == 0) {
                order = one.group.compareTo(other.group);
            }
            return order == 0 ? one.lines.compareTo(other.lines) : order;
        }
    }
}
