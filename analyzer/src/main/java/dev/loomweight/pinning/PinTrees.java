package dev.loomweight.pinning;

import dev.loomweight.diagnosis.PinCause;
import dev.loomweight.fold.Sum;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Marker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The stack tree of {@link PinAnalysis}: stacks below their sites. */
final class PinTrees {

    private static final int MOST_STACKS = 10;

    private PinTrees() {}

    private record Stack(PinSite site, StackLines lines, Sum total) {

        private static int heaviestFirst(Stack one, Stack other) {
            int order = Sum.HEAVIEST.compare(one.total, other.total);
            if (order == 0) {
                order = one.site.name().compareTo(other.site.name());
            }
            return order == 0 ? one.lines.compareTo(other.lines) : order;
        }
    }

    /** All stacks, as one tree per site; shown at first: the ten with the largest totals. */
    static StackTree of(List<PinSite> sites) {
        List<Stack> stacks = new ArrayList<>();
        for (PinSite site : sites) {
            site.stacks().forEach((lines, total) -> stacks.add(new Stack(site, lines, total)));
        }
        if (stacks.size() <= MOST_STACKS) {
            return new StackTree("stacks", "Stacks", tree(stacks));
        }
        return new StackTree(
                "stacks",
                "The " + MOST_STACKS + " heaviest of " + stacks.size() + " stacks",
                tree(heaviest(stacks)),
                new StackTree.Whole("All " + stacks.size() + " stacks", () -> tree(stacks)));
    }

    private static List<Stack> heaviest(List<Stack> stacks) {
        List<Stack> sorted = new ArrayList<>(stacks);
        sorted.sort(Stack::heaviestFirst);
        return sorted.subList(0, MOST_STACKS);
    }

    private static List<StackTree.Node> tree(List<Stack> stacks) {
        Branch root = new Branch();
        for (Stack stack : stacks) {
            root.add(stack);
        }
        return root.nodes();
    }

    private static final class Branch {
        private final Map<String, Branch> callers = new HashMap<>();
        private long count;
        private long nanos;
        private Marker marker = Marker.NONE;
        private List<StackTree.Node> made = List.of();

        private void add(Stack stack) {
            Set<String> holders = new HashSet<>();
            for (PinCause cause : stack.site().causes()) {
                holders.add(String.valueOf(cause.frame()));
            }
            Branch at = step(stack.site().name(), Marker.GROUP, stack.total());
            for (String label : stack.lines().labels()) {
                String method = StackLines.withoutLine(label);
                Marker marker = holders.contains(method)
                        ? Marker.HOLDER
                        : method.equals(stack.site().diagnosis().blocker()) ? Marker.BLOCKER : Marker.NONE;
                at = at.step(label, marker, stack.total());
            }
        }

        private Branch step(String label, Marker as, Sum total) {
            Branch next = callers.get(label);
            if (next == null) {
                next = new Branch();
                callers.put(label, next);
            }
            next.count += total.count();
            next.nanos = Sum.together(next.nanos, total.nanos());
            // One stack of several that share a frame may blame it and another not.
            next.marker = as.compareTo(next.marker) > 0 ? as : next.marker;
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
            return new StackTree.Node(label, marker, count, nanos, made);
        }
    }
}
