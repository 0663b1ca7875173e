package dev.loomweight.memory.growth;

import dev.loomweight.memory.Account;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.GcHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The memory of one run over its own time: what is compared with that of another run. Times are seconds since the JVM began,
 * or since its memory was first recorded.
 *
 * @param name of the process
 * @param courses by place, in bytes; that of platform threads is their number
 * @param untouched how much of the heap may not have been touched yet, in bytes: resident memory can still grow by that
 * @param tracked whether NMT was on
 * @param sinceStart whether the times are since the JVM began
 */
record RunMemory(
        String name,
        Map<Place, NavigableMap<Double, Long>> courses,
        NavigableMap<Double, Long> untouched,
        boolean tracked,
        boolean sinceStart) {

    private static final int MIN_OLD = 4;

    /**
     * The memory of a run.
     *
     * @param lines its figures over time
     * @param collections what they left in the heap
     * @param snapshots the amounts by place at its snapshots
     * @param started when the JVM began, or {@link Instant#EPOCH} where that is not known
     */
    static RunMemory of(
            String name,
            Map<Account, NavigableMap<Instant, Long>> lines,
            GcHistory collections,
            Map<Place, NavigableMap<Instant, Long>> snapshots,
            Instant started) {
        Map<Place, NavigableMap<Instant, Long>> places = new EnumMap<>(RecordedGrowth.places(lines));
        snapshots.forEach(places::putIfAbsent);
        places.remove(Place.HEAP_SPARE);
        places.put(Place.HEAP_RESIDENT, collections.kept());
        if (collections.live().size() >= MIN_OLD) {
            places.put(Place.HEAP, collections.live());
        }
        places.put(Place.PLATFORM_THREADS, lines.getOrDefault(MemoryLines.THREADS, new TreeMap<>()));
        places.put(Place.UNDIVIDED, rest(lines));
        places.values().removeIf(Map::isEmpty);
        boolean known = !started.equals(Instant.EPOCH);
        Instant zero = known
                ? started
                : places.values().stream()
                        .map(NavigableMap::firstKey)
                        .min(Instant::compareTo)
                        .orElse(Instant.EPOCH);
        Map<Place, NavigableMap<Double, Long>> courses = new EnumMap<>(Place.class);
        places.forEach((place, line) -> courses.put(place, since(zero, line)));
        return new RunMemory(name, courses, since(zero, untouched(lines)), lines.containsKey(Account.NMT_TOTAL), known);
    }

    private static NavigableMap<Double, Long> since(Instant zero, NavigableMap<Instant, Long> line) {
        NavigableMap<Double, Long> course = new TreeMap<>();
        line.forEach((time, value) -> course.put(Duration.between(zero, time).toNanos() / 1e9, value));
        return course;
    }

    /** What is committed of the heap beyond its highest use until then. */
    private static NavigableMap<Instant, Long> untouched(Map<Account, NavigableMap<Instant, Long>> lines) {
        NavigableMap<Instant, Long> untouched = new TreeMap<>();
        NavigableMap<Instant, Long> committed = lines.getOrDefault(Account.HEAP_COMMITTED, new TreeMap<>());
        long touched = 0;
        for (Map.Entry<Instant, Long> used :
                lines.getOrDefault(Account.HEAP_USED, new TreeMap<>()).entrySet()) {
            touched = Math.max(touched, used.getValue());
            Map.Entry<Instant, Long> heap = committed.floorEntry(used.getKey());
            if (heap != null) {
                untouched.put(used.getKey(), Math.max(0, heap.getValue() - touched));
            }
        }
        return untouched;
    }

    /** How much of the heap may not have been touched at a time, in bytes; all of a heap of which nothing is known. */
    long untouchedAt(double seconds) {
        Map.Entry<Double, Long> at = untouched.floorEntry(seconds);
        return at == null ? Long.MAX_VALUE / 4 : at.getValue();
    }

    /** Resident memory that is in neither NMT nor the heap, as far as the heap is committed. */
    private static NavigableMap<Instant, Long> rest(Map<Account, NavigableMap<Instant, Long>> lines) {
        NavigableMap<Instant, Long> none = new TreeMap<>();
        NavigableMap<Instant, Long> total = lines.getOrDefault(Account.NMT_TOTAL, none);
        NavigableMap<Instant, Long> rest = new TreeMap<>();
        lines.getOrDefault(Account.RESIDENT, none).forEach((time, bytes) -> {
            Map.Entry<Instant, Long> nmt = total.floorEntry(time);
            if (nmt != null) {
                rest.put(time, bytes - nmt.getValue());
            }
        });
        return rest;
    }

    /** How far the heap after collections ever fell, in bytes: so much of it was garbage. */
    long heapFalls() {
        long highest = 0;
        long falls = 0;
        for (long bytes :
                courses.getOrDefault(Place.HEAP_RESIDENT, new TreeMap<>()).values()) {
            highest = Math.max(highest, bytes);
            falls = Math.max(falls, highest - bytes);
        }
        return falls;
    }

    /** Whether anything is known at several times. */
    boolean isOverTime() {
        return courses.values().stream().anyMatch(course -> course.size() > 1);
    }

    /** When its memory was first known, in seconds. */
    double first() {
        return courses.values().stream()
                .mapToDouble(NavigableMap::firstKey)
                .min()
                .orElse(0);
    }

    /** When it was last known. */
    double last() {
        return courses.values().stream()
                .mapToDouble(NavigableMap::lastKey)
                .max()
                .orElse(0);
    }
}
