package dev.loomweight.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Marker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The stack tree of {@link PinAnalysis}: stacks below their sites. */
final class PinTrees {

    private static final int MOST_STACKS = 10;

    private PinTrees() {}

    private record Stack(PinSite site, StackLines lines, Sum total) {}

    /** All stacks, as one tree per site; shown at first: the ten with the largest totals. */
    static StackTree of(List<PinSite> sites) {
        List<Stack> stacks = new ArrayList<>();
        sites.forEach(site -> site.stacks().forEach((lines, total) -> stacks.add(new Stack(site, lines, total))));
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
        Comparator<Stack> heaviestFirst = Comparator.comparing(Stack::total, Sum.HEAVIEST)
                .thenComparing(stack -> stack.site().name())
                .thenComparing(stack -> stack.lines().toString());
        return stacks.stream().sorted(heaviestFirst).limit(MOST_STACKS).toList();
    }

    private static List<StackTree.Node> tree(List<Stack> stacks) {
        Branch root = new Branch();
        stacks.forEach(root::add);
        return root.nodes();
    }

    private static final class Branch {
        private static final Comparator<Map.Entry<String, Branch>> HEAVIEST_FIRST = Comparator.comparingLong(
                        (Map.Entry<String, Branch> entry) -> entry.getValue().nanos)
                .thenComparingLong(entry -> entry.getValue().count)
                .reversed()
                .thenComparing(Map.Entry::getKey);

        private final Map<String, Branch> callers = new HashMap<>();
        private long count;
        private long nanos;
        private Marker marker = Marker.NONE;
        private List<StackTree.Node> made = List.of();

        private void add(Stack stack) {
            Set<String> holders = stack.site().causes().stream()
                    .map(cause -> String.valueOf(cause.frame()))
                    .collect(Collectors.toSet());
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
            Branch next = callers.computeIfAbsent(label, key -> new Branch());
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
                branch.made = branch.callers.entrySet().stream()
                        .sorted(HEAVIEST_FIRST)
                        .map(entry -> entry.getValue().node(entry.getKey()))
                        .toList();
            }
            return made;
        }

        private StackTree.Node node(String label) {
            return new StackTree.Node(label, marker, count, nanos, made);
        }
    }
}
