package dev.loomweight.memory.growth;

import dev.loomweight.memory.Account;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.GcHistory;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What grew by the figures of a recording alone: resident memory as a whole, and the places that JFR knows. They do not add
 * up to it. The stacks of a recording are stale, and are left out.
 */
final class RecordedGrowth {

    private RecordedGrowth() {}

    /** The growth; empty where the recording has no figure at two moments. */
    static Optional<ProcessGrowth> of(
            String name, Map<Account, NavigableMap<Instant, Long>> values, GcHistory collections) {
        NavigableMap<Instant, Long> resident = values.getOrDefault(Account.RESIDENT, new TreeMap<>());
        Map<Place, NavigableMap<Instant, Long>> places = new EnumMap<>(Place.class);
        NavigableMap<Instant, Long> live = collections.live();
        if (live.size() > 1) {
            places.put(Place.HEAP, live);
        }
        places.putAll(places(values));
        NavigableMap<Instant, Long> kept = live.size() > 1 ? new TreeMap<>() : collections.kept();
        places.putIfAbsent(Place.HEAP_RESIDENT, kept);
        places.values().removeIf(line -> line.size() < 2);
        if (resident.size() < 2) {
            cut(places);
        }
        NavigableMap<Instant, Long> total = resident.size() > 1 ? resident : sum(places);
        if (total.size() < 2) {
            return Optional.empty();
        }
        long noise = ProcessGrowth.noise(total.lastEntry().getValue());
        List<Grown> grown = new ArrayList<>();
        places.forEach((place, line) -> {
            String evidence = place == Place.HEAP_RESIDENT ? ofKept(kept, noise) : evidence(place, line, values);
            grown.add(Grown.of(place, Course.of(line), noise, evidence));
        });
        grown.sort(Grown.BY_GROWTH);
        return Optional.of(new ProcessGrowth(
                name,
                resident.size() > 1 ? ProcessGrowth.Source.RECORDING : ProcessGrowth.Source.RECORDING_WITHOUT_TOTAL,
                Course.of(total),
                noise,
                grown,
                0));
    }

    /** The figures of each place over time, without those of the heap. */
    static Map<Place, NavigableMap<Instant, Long>> places(Map<Account, NavigableMap<Instant, Long>> values) {
        Map<Place, NavigableMap<Instant, Long>> places = new EnumMap<>(Place.class);
        boolean tracked = values.containsKey(Account.NMT_TOTAL);
        values.forEach((account, line) -> {
            Place place = place(account, tracked);
            if (place != null) {
                places.merge(place, line, RecordedGrowth::sum);
            }
        });
        return places;
    }

    /**
     * NMT counts direct buffers in Other and metaspace in Metaspace and Class; without NMT, other events have them. Its
     * stacks are stale.
     */
    private static @Nullable Place place(Account account, boolean tracked) {
        boolean left = account.isNmtCategory() ? account.category().equals(NmtCategory.THREAD_STACK) : tracked;
        return left ? null : account.place();
    }

    /** The sum at the times of the first, where the second has a value at or before each. */
    private static NavigableMap<Instant, Long> sum(
            NavigableMap<Instant, Long> left, NavigableMap<Instant, Long> right) {
        NavigableMap<Instant, Long> sum = new TreeMap<>();
        left.forEach((time, bytes) -> {
            Map.Entry<Instant, Long> other = right.floorEntry(time);
            if (other != null) {
                sum.put(time, bytes + other.getValue());
            }
        });
        return sum;
    }

    /** The sum of places that begin at one time, at each time at which one of them changes. */
    private static NavigableMap<Instant, Long> sum(Map<Place, NavigableMap<Instant, Long>> places) {
        NavigableMap<Instant, Long> sum = new TreeMap<>();
        places.values().stream()
                .flatMap(line -> line.keySet().stream())
                .forEach(time -> sum.computeIfAbsent(
                        time,
                        at -> places.values().stream()
                                .mapToLong(line -> at(line, at))
                                .sum()));
        return sum;
    }

    /** The value at a time; 0 before the first. */
    private static long at(NavigableMap<Instant, Long> line, Instant time) {
        Map.Entry<Instant, Long> value = line.floorEntry(time);
        return value == null ? 0 : value.getValue();
    }

    /** Lets all places begin when all of them are known. */
    private static void cut(Map<Place, NavigableMap<Instant, Long>> places) {
        places.values().stream()
                .map(NavigableMap::firstKey)
                .max(Comparator.naturalOrder())
                .ifPresent(begin -> {
                    places.replaceAll((place, line) -> {
                        NavigableMap<Instant, Long> rest = new TreeMap<>(line.tailMap(begin, true));
                        rest.put(begin, at(line, begin));
                        return rest;
                    });
                    places.values().removeIf(line -> line.size() < 2);
                });
    }

    /**
     * What {@link GcHistory#kept} says of a heap; nothing where it does not say that it grew.
     *
     * @param noise a change of no more than this is none, in bytes
     */
    static String ofKept(NavigableMap<Instant, Long> kept, long noise) {
        if (kept.size() < 2 || !Course.of(kept).trend(noise).isGrowth()) {
            return "";
        }
        return "After collections it kept " + Amounts.bytes(kept.firstEntry().getValue()) + " at first and "
                + Amounts.bytes(kept.lastEntry().getValue()) + " at last (" + Amounts.count(kept.size())
                + " collections). The old generation was collected once at most, so that it is not known whether this is live.";
    }

    private static String evidence(
            Place place, NavigableMap<Instant, Long> line, Map<Account, NavigableMap<Instant, Long>> values) {
        NavigableMap<Instant, Long> buffers = values.get(Account.DIRECT);
        return switch (place) {
            case HEAP -> "It is the heap after " + Amounts.count(line.size()) + " collections of the old generation.";
            case DIRECT_BUFFERS ->
                buffers == null || buffers.size() < 2
                        ? ""
                        : "JFR counts "
                                + Amounts.bytes(buffers.lastEntry().getValue()) + " of direct buffers, after "
                                + Amounts.bytes(buffers.firstEntry().getValue()) + ".";
            default -> "";
        };
    }
}
