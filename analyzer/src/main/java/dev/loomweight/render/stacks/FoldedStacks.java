package dev.loomweight.render.stacks;

import dev.loomweight.amount.Saturating;
import dev.loomweight.report.StackTree.Marker;
import dev.loomweight.report.StackTree.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A tree of stacks in which one line stands for several frames that people can do without: for all that leads to the
 * same frame, and for those between two frames that are shown. No count or time is lost, and the number of frames that a
 * line stands for is in it.
 */
public final class FoldedStacks {

    /** What a line that stands for frames begins with. */
    public static final String MARK = "… ";

    /** So few frames are shown rather than counted. */
    private static final int MIN_COUNTED_FRAMES = 3;

    private static final int MAX_NAMES = 4;

    private final List<Item> items = new ArrayList<>();

    private FoldedStacks() {}

    /** A node of the original, with what is known of all that is below. */
    private static final class Item {
        private final Node node;
        private final List<Item> children = new ArrayList<>();
        /** Whether neither it nor any node below is to be shown. */
        private boolean left;
        /** Of these, the frames of each passage below, itself included. */
        private Map<String, Integer> frames = Map.of();

        private boolean truncated;
        private List<Node> made = List.of();
        // The last of those that are left out from here on, each the only caller of the one before, and how many.
        private Item last = this;
        private int run = 1;

        private Item(Node node) {
            this.node = node;
        }

        private boolean isPassage() {
            return node.marker() == Marker.NONE && !node.passage().isEmpty();
        }

        /** Whether all of its stacks go on to one frame. */
        private boolean leadsTo(Item child) {
            return children.size() == 1 && child.node.count() == node.count() && child.node.nanos() == node.nanos();
        }
    }

    /** The roots of a tree with folded frames. Not by recursion: a recorded stack can be deeper than ours may be. */
    public static List<Node> of(List<Node> roots) {
        FoldedStacks folded = new FoldedStacks();
        List<Item> tops = new ArrayList<>();
        for (Node root : roots) {
            tops.add(folded.item(root));
        }
        for (int i = 0; i < folded.items.size(); i++) {
            Item item = folded.items.get(i);
            for (Node child : item.node.children()) {
                item.children.add(folded.item(child));
            }
        }
        for (Item item : folded.items.reversed()) {
            decide(item);
            item.made = below(item);
        }
        return tops.stream().map(top -> copy(top.node, top.made)).toList();
    }

    private Item item(Node node) {
        Item item = new Item(node);
        items.add(item);
        return item;
    }

    private static void decide(Item item) {
        boolean remark = !item.node.isFrame() && item.node.marker() == Marker.NONE;
        item.left = (item.isPassage() || remark) && item.children.stream().allMatch(child -> child.left);
        item.truncated = remark || item.children.stream().anyMatch(child -> child.truncated);
        if (item.left) {
            item.frames = new HashMap<>();
            if (!remark) {
                item.frames.put(item.node.passage(), 1);
            }
            item.children.forEach(
                    child -> child.frames.forEach((name, count) -> item.frames.merge(name, count, Integer::sum)));
            // No node above asks for those of a node below again.
            item.children.forEach(child -> child.frames = Map.of());
        } else if (item.isPassage() && item.children.size() == 1) {
            Item child = item.children.getFirst();
            if (item.leadsTo(child) && child.isPassage() && !child.left) {
                item.last = child.last;
                item.run = child.run + 1;
            }
        }
    }

    /** What stands below a node; nothing is made for those that a line stands for. */
    private static List<Node> below(Item item) {
        if (item.left || (item.last != item && item.run >= MIN_COUNTED_FRAMES)) {
            return List.of();
        }
        List<Node> nodes = new ArrayList<>();
        Map<String, Integer> frames = new HashMap<>();
        long count = 0;
        long nanos = 0;
        boolean truncated = false;
        for (Item child : item.children) {
            if (child.left) {
                child.frames.forEach((name, number) -> frames.merge(name, number, Integer::sum));
                count += child.node.count();
                nanos = Saturating.sum(nanos, child.node.nanos());
                truncated |= child.truncated;
            }
        }
        boolean folds = number(frames) >= MIN_COUNTED_FRAMES;
        for (Item child : item.children) {
            if (!child.left) {
                nodes.add(shown(child));
            } else if (!folds) {
                nodes.add(child.node);
            }
        }
        if (folds) {
            nodes.add(new Node(words(frames, truncated), Marker.NONE, count, nanos, List.of()));
            nodes.sort(FoldedStacks::heaviestFirst);
        }
        return nodes;
    }

    // A node that is not left out with all below; together with those above the next fork, it may be.
    private static Node shown(Item item) {
        if (item.run < MIN_COUNTED_FRAMES) {
            return copy(item.node, item.made);
        }
        Map<String, Integer> frames = new HashMap<>();
        Item at = item;
        for (int i = 0; i < item.run; i++) {
            frames.merge(at.node.passage(), 1, Integer::sum);
            at = at.children.getFirst();
        }
        return new Node(words(frames, false), Marker.NONE, item.node.count(), item.node.nanos(), item.last.made);
    }

    private static int heaviestFirst(Node one, Node other) {
        int order = Long.compare(other.nanos(), one.nanos());
        return order == 0 ? Long.compare(other.count(), one.count()) : order;
    }

    private static Node copy(Node node, List<Node> children) {
        return new Node(node.label(), node.marker(), node.count(), node.nanos(), children, node.passage());
    }

    private static int number(Map<String, Integer> frames) {
        return frames.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static String words(Map<String, Integer> frames, boolean truncated) {
        List<String> names = frames.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
        Set<String> said = new LinkedHashSet<>(names.subList(0, Math.min(MAX_NAMES, names.size())));
        return MARK + number(frames) + " frames of " + String.join(", ", said)
                + (names.size() > said.size() ? " and " + (names.size() - said.size()) + " more" : "")
                + (truncated ? ", truncated" : "");
    }
}
