package dev.loomweight.fleet;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Figures of recordings by their labels. Merging in any order gives the same; nothing is neutral. An accumulator, confined
 * to one thread at a time.
 */
public final class FleetSums {

    private final TreeMap<Labels, GroupSums> groups = new TreeMap<>();

    /** Those of no recordings. */
    public FleetSums() {}

    /** By label set. */
    public SortedMap<Labels, GroupSums> groups() {
        return Collections.unmodifiableSortedMap(groups);
    }

    GroupSums group(Labels labels) {
        return groups.computeIfAbsent(labels, key -> new GroupSums());
    }

    /** Adds all of another, which is not changed. */
    public void addAll(FleetSums other) {
        other.groups.forEach((labels, sums) -> group(labels).addAll(sums));
    }

    /** The same recordings by other labels. */
    public FleetSums relabelled(UnaryOperator<Labels> relabel) {
        FleetSums sums = new FleetSums();
        groups.forEach((labels, group) -> sums.group(relabel.apply(labels)).addAll(group));
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
