package dev.loomweight.analysis;

import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Marker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stack tree of {@link PinSites}: the heaviest stacks, below their sites. */
final class PinTrees {

    private static final int MOST_STACKS = 10;

    private PinTrees() {}

    private record Stack(String site, List<String> labels, Durations total) {}

    /** The ten stacks with the longest sums, as one tree per site. */
    static StackTree heaviest(PinSummary all) {
        List<Stack> stacks = new ArrayList<>();
        all.sites()
                .forEach((name, site) ->
                        site.stacks.forEach((labels, total) -> stacks.add(new Stack(name, labels, total))));
        Comparator<Stack> heaviestFirst = Comparator.comparingLong(
                        (Stack stack) -> stack.total().sumNanos())
                .thenComparingLong(stack -> stack.total().count())
                .reversed()
                .thenComparing(Stack::site)
                .thenComparing(stack -> String.join("\n", stack.labels()));
        Branch root = new Branch();
        stacks.stream().sorted(heaviestFirst).limit(MOST_STACKS).forEach(stack -> {
            List<String> path = new ArrayList<>(stack.labels().size() + 1);
            path.add(stack.site());
            path.addAll(stack.labels());
            root.add(path, stack.total());
        });
        String title = stacks.size() > MOST_STACKS
                ? "The " + MOST_STACKS + " heaviest of " + stacks.size() + " stacks"
                : "Stacks";
        return new StackTree("stacks", title, root.nodes());
    }

    private static final class Branch {
        private final Map<String, Branch> callers = new HashMap<>();
        private long count;
        private long nanos;

        private void add(List<String> path, Durations total) {
            Branch at = this;
            for (String label : path) {
                at = at.callers.computeIfAbsent(label, key -> new Branch());
                at.count += total.count();
                at.nanos += total.sumNanos();
            }
        }

        private List<StackTree.Node> nodes() {
            Comparator<Map.Entry<String, Branch>> heaviestFirst = Comparator.comparingLong(
                            (Map.Entry<String, Branch> entry) -> entry.getValue().nanos)
                    .thenComparingLong(entry -> entry.getValue().count)
                    .reversed()
                    .thenComparing(Map.Entry::getKey);
            return callers.entrySet().stream()
                    .sorted(heaviestFirst)
                    .map(entry -> new StackTree.Node(
                            entry.getKey(),
                            Marker.NONE,
                            entry.getValue().count,
                            entry.getValue().nanos,
                            entry.getValue().nodes()))
                    .toList();
        }
    }
}
