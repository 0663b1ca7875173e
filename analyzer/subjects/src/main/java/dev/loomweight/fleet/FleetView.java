package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fold.Sum;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The sums of a fleet by the labels of a report: by the widest of them, called service here; by version, where that is one
 * of them; and by all, called units here.
 */
final class FleetView {

    static final String VERSION = "version";

    private static final long NANOS_PER_HOUR = TimeUnit.HOURS.toNanos(1);

    private final List<String> by;
    private final GroupSums total;
    private final SortedMap<Labels, GroupSums> units;
    private final TreeMap<String, GroupSums> services = new TreeMap<>();

    FleetView(FleetSums all, List<String> by) {
        this.by = List.copyOf(by);
        this.total = all.total();
        this.units = all.by(by).groups();
        all.by(by.subList(0, Math.min(1, by.size())))
                .groups()
                .forEach((labels, sums) -> services.put(service(labels), sums));
    }

    List<String> by() {
        return by;
    }

    /** All recordings together. */
    GroupSums total() {
        return total;
    }

    /** By the first label. */
    SortedMap<String, GroupSums> services() {
        return services;
    }

    /** By all labels of the report. */
    SortedMap<Labels, GroupSums> units() {
        return units;
    }

    /** The services, those that lost the most carrier time first. */
    List<Map.Entry<String, GroupSums>> costliest() {
        return services.entrySet().stream()
                .sorted(Comparator.comparing(
                                (Map.Entry<String, GroupSums> service) ->
                                        service.getValue().pins(),
                                Sum.HEAVIEST)
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }

    /** What the first label is called, such as {@code service}. */
    String serviceWord() {
        return by.isEmpty() ? "fleet" : by.getFirst();
    }

    /** The same as a heading. */
    String serviceTitle() {
        return capital(serviceWord());
    }

    static String capital(String word) {
        return word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /** What the last label is called, such as {@code pod}. */
    String unitWord() {
        return by.isEmpty() ? "fleet" : by.getLast();
    }

    /** The value of the first label. */
    String service(Labels labels) {
        return by.isEmpty() ? "all" : labels.get(by.getFirst());
    }

    /** How a sentence begins that is about a service, or about all where nothing tells recordings apart. */
    String subject(String service) {
        return by.isEmpty() ? "The fleet" : service;
    }

    /** The same before what is found there; empty where nothing tells recordings apart. */
    String prefix(String service) {
        return by.isEmpty() ? "" : service + ": ";
    }

    /** All values of a unit, as people read them. */
    String name(Labels unit) {
        return String.join(" ", by.stream().map(unit::get).toList());
    }

    /** Whether versions are told apart within a service. */
    boolean hasVersions() {
        return by.indexOf(VERSION) > 0;
    }

    /** Whether there are units within a service. */
    boolean hasUnits() {
        return by.size() > 1;
    }

    /** The versions of a service, the earliest first; see {@link VersionOrder}. */
    SortedMap<String, GroupSums> versions(String service) {
        Map<String, GroupSums> found = new TreeMap<>();
        units.forEach((labels, sums) -> {
            if (service(labels).equals(service)) {
                found.computeIfAbsent(labels.get(VERSION), key -> new GroupSums())
                        .addAll(sums);
            }
        });
        Map<String, Long> began = new TreeMap<>();
        found.forEach((version, sums) -> began.put(version, sums.firstNanos()));
        TreeMap<String, GroupSums> sorted = new TreeMap<>(VersionOrder.of(began));
        sorted.putAll(found);
        return sorted;
    }

    /** An amount for each hour of recorded time; 0 where nothing was recorded. */
    static long perHour(long amount, long recordedNanos) {
        return recordedNanos <= 0 ? 0 : Math.round((double) amount / recordedNanos * NANOS_PER_HOUR);
    }

    /** Pinned time for each hour of recorded time, in nanoseconds. */
    static long pinnedPerHour(GroupSums sums) {
        return perHour(sums.pins().nanos(), sums.get(Counter.RECORDED_NANOS));
    }

    /** Before an amount of pins: of recordings that lack some of their events, it may be more. */
    static String atLeast(GroupSums sums) {
        return isAtLeast(sums) ? "at least " : "";
    }

    /** Whether recordings lack some of their events. */
    static boolean isAtLeast(GroupSums sums) {
        return sums.get(Counter.CUT) + sums.get(Counter.DAMAGED) + sums.get(Counter.LOST) > 0;
    }
}
