package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.input.folded.Copies;
import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.input.folded.Copies.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Figures of recordings by their labels. Merging in any order gives the same; nothing is neutral. An accumulator, confined
 * to one thread at a time.
 *
 * @param groups by label set
 */
public record FleetSums(SortedMap<Labels, GroupSums> groups) {

    /** Those of no recordings. */
    public FleetSums() {
        this(new TreeMap<>());
    }

    GroupSums group(Labels labels) {
        return groups.computeIfAbsent(labels, key -> new GroupSums());
    }

    /** Adds all of another, which is not changed. */
    public void addAll(FleetSums other) {
        other.groups.forEach((labels, sums) -> add(labels, sums));
    }

    private void add(Labels labels, GroupSums sums) {
        GroupSums group = group(labels);
        group.addAll(sums);
        if (labels.values().containsKey(Labels.RECORDING)) {
            group.chunks().putAll(sums.chunks());
        }
    }

    /** What each recording is known by; nothing of what has no name. */
    public List<Held> held() {
        List<Held> held = new ArrayList<>();
        groups.forEach((labels, sums) -> {
            String name = labels.values().get(Labels.RECORDING);
            if (name != null) {
                held.add(new Held(
                        name,
                        sums.chunks().values().stream().findFirst().orElse(Kind.RECORDING),
                        List.copyOf(sums.chunks().keySet()),
                        labels.without(Labels.RECORDING).values()));
            }
        });
        return held;
    }

    /**
     * The recordings that count: those that others have are left out, and counted with these. One whose copy has more labels
     * has these.
     *
     * @param copies which of all recordings others have
     */
    public FleetSums counted(Copies copies) {
        FleetSums sums = new FleetSums();
        groups.forEach((own, group) -> {
            String name = own.values().getOrDefault(Labels.RECORDING, "");
            Map<String, String> better = copies.labels(name);
            Labels labels = better == null ? own : Labels.of(better).and(own.only(List.of(Labels.RECORDING)));
            if (!copies.isLeftOut(name)) {
                sums.add(labels, group);
                GroupSums counted = sums.group(labels);
                List<String> within = copies.within(name);
                counted.count(Counter.COPIES, within.size());
                within.forEach(copy -> counted.copy(
                        Held.fileOf(copy) + " (in " + Held.fileOf(name) + otherLabels(copies.otherLabels(copy)) + ")"));
                counted.count(Counter.SHARED, copies.shared(name).isEmpty() ? 0 : 1);
                counted.count(Counter.TWICE, copies.isTwice(name) ? 1 : 0);
            }
        });
        return sums;
    }

    private static String otherLabels(Map<String, String> labels) {
        return labels.isEmpty()
                ? ""
                : "; it says otherwise "
                        + labels.entrySet().stream()
                                .map(label -> label.getKey() + "=" + label.getValue())
                                .collect(Collectors.joining(", "));
    }

    /** Some of the recordings, by their names. */
    public FleetSums only(Predicate<String> kept) {
        FleetSums sums = new FleetSums();
        groups.forEach((labels, group) -> {
            if (kept.test(labels.get(Labels.RECORDING))) {
                sums.add(labels, group);
            }
        });
        return sums;
    }

    /** The same recordings without their names, so that those that have the same labels otherwise take the place of one. */
    public FleetSums withoutNames() {
        return relabelled(labels -> labels.without(Labels.RECORDING));
    }

    /** The same recordings by other labels. */
    public FleetSums relabelled(UnaryOperator<Labels> relabel) {
        FleetSums sums = new FleetSums();
        groups.forEach((labels, group) -> sums.add(relabel.apply(labels), group));
        return sums;
    }

    /** The same recordings by some of their labels. */
    public FleetSums by(Collection<String> names) {
        return relabelled(labels -> labels.only(names));
    }

    /** All together. */
    public GroupSums total() {
        GroupSums all = new GroupSums();
        groups.values().forEach(all::addAll);
        return all;
    }
}
