package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.fold.Sum;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The sums of a fleet by the labels of a report: by the widest of them, called service here; by version, where that is one
 * of them; and by all, called units here.
 */
final class FleetView {

    static final String VERSION = "version";

    /** What began before is of a clock that was wrong: the first JDKs that write such recordings are of that time. */
    static final Instant EARLIEST = Instant.parse("2018-01-01T00:00:00Z");

    private static final long EARLIEST_HOUR = TimeUnit.SECONDS.toHours(EARLIEST.getEpochSecond());

    /** No version is recorded for so long without a recording between. */
    private static final long APART_HOURS = TimeUnit.DAYS.toHours(2 * 365);

    /** No moment was recorded, as {@link GroupSums} has it. */
    private static final long UNKNOWN = Long.MAX_VALUE;

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

    /**
     * The versions of a service, the earliest first; see {@link VersionOrder}. Those that are {@linkplain #unplaced in no
     * order} are not there.
     */
    SortedMap<String, GroupSums> versions(String service) {
        Map<String, GroupSums> found = allVersions(service);
        Map<String, Long> began = new TreeMap<>();
        found.forEach((version, sums) -> began.put(version, began(sums)));
        found.keySet().removeAll(unplaced(service));
        TreeMap<String, GroupSums> sorted = new TreeMap<>(VersionOrder.of(began));
        sorted.putAll(found);
        return sorted;
    }

    /** The versions of a service whose place is not known: time decides, and the clocks of all their recordings were wrong. */
    SortedSet<String> unplaced(String service) {
        Map<String, GroupSums> found = allVersions(service);
        TreeSet<String> unplaced = new TreeSet<>();
        if (found.size() > 1 && !VersionOrder.isByNumber(found.keySet())) {
            found.forEach((version, sums) -> {
                if (sums.get(Counter.FIRST_NANOS) != UNKNOWN && began(sums) == UNKNOWN) {
                    unplaced.add(version);
                }
            });
        }
        return unplaced;
    }

    private SortedMap<String, GroupSums> allVersions(String service) {
        TreeMap<String, GroupSums> found = new TreeMap<>();
        units.forEach((labels, sums) -> {
            if (service(labels).equals(service)) {
                found.computeIfAbsent(labels.get(VERSION), key -> new GroupSums())
                        .addAll(sums);
            }
        });
        return found;
    }

    /** When the first of some recordings of one version began, in nanoseconds since 1970, by a clock that can be right. */
    private static long began(GroupSums sums) {
        long first = sums.get(Counter.FIRST_NANOS);
        SortedMap<Long, Hour> hours = sums.hours().tailMap(firstBelievable(sums));
        long hour = Math.floorDiv(first, NANOS_PER_HOUR);
        if (first == UNKNOWN || (hours.isEmpty() && hour < EARLIEST_HOUR)) {
            return UNKNOWN;
        }
        return hours.isEmpty() || hours.firstKey() == hour ? first : hours.firstKey() * NANOS_PER_HOUR;
    }

    /** Before it recordings of one version began by clocks that were wrong: before 2018, or years before most others. */
    private static long firstBelievable(GroupSums sums) {
        List<Long> hours = List.copyOf(hours(sums).keySet());
        long believable = EARLIEST_HOUR;
        for (int i = 1; 2 * i < hours.size(); i++) {
            if (hours.get(i) - hours.get(i - 1) > APART_HOURS) {
                believable = hours.get(i);
            }
        }
        return believable;
    }

    /** What happened in which hour, as far as the clocks can be right. */
    static SortedMap<Long, Hour> hours(GroupSums sums) {
        return sums.hours().tailMap(EARLIEST_HOUR);
    }

    /** The units that have recordings whose clocks were wrong, with the first time that these say. */
    SortedMap<Labels, Instant> wrongClocks() {
        TreeMap<Labels, Instant> wrong = new TreeMap<>();
        services.keySet()
                .forEach(service -> allVersions(service).forEach((version, ofVersion) -> {
                    long believable = firstBelievable(ofVersion);
                    if (ofVersion.hours().headMap(believable).isEmpty()) {
                        return;
                    }
                    units.forEach((labels, sums) -> {
                        boolean isOf = service(labels).equals(service)
                                && labels.get(VERSION).equals(version);
                        if (isOf && !sums.hours().headMap(believable).isEmpty()) {
                            long hour = sums.hours().firstKey();
                            wrong.put(labels, Instant.ofEpochSecond(TimeUnit.HOURS.toSeconds(hour)));
                        }
                    });
                }));
        return wrong;
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
