package dev.loomweight.memory.growth;

import dev.loomweight.fold.Chance;
import dev.loomweight.memory.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The growth of two runs, or of some runs of one program and some of another, each by its own slope, over the same part of
 * all: neither the length of a run, nor what it had taken before, nor its load is growth.
 *
 * @param before the earlier run, or runs
 * @param after the later ones
 * @param from where the compared part begins, in seconds of both runs: their warm-up is left out
 * @param to where it ends
 * @param places those with a slope on both sides, by how much the slopes differ, the largest difference first
 */
record TwoRuns(SideMemory before, SideMemory after, double from, double to, List<OfPlace> places) {

    /** A shorter part shows no slope. */
    private static final double MIN_SECONDS = 3;

    /** This share of what both have is taken as warm-up, and no more than so many seconds. */
    private static final double WARM_UP_SHARE = 0.2;

    private static final double MAX_WARM_UP_SECONDS = 60;

    /** What collections leave rises until objects that live for a while have grown old: so much can be warm-up, too. */
    private static final List<Double> WARM_UP_SHARES_OF_HEAP = List.of(WARM_UP_SHARE, 0.35, 0.45);

    /** What a slope comes to in the compared part must be more than this, in bytes or threads. */
    private static final long LEAST_BYTES = 2 << 20;

    private static final long LEAST_OF_REST_BYTES = 8 << 20;
    private static final long LEAST_THREADS = 20;

    /** One compilation can take as much, and each run compiles at other times. */
    private static final long LEAST_OF_ARENAS_BYTES = 16 << 20;

    /** Figures of bytes move by as much at a time: a page of malloc, a chunk of metaspace. */
    private static final double GRAIN_BYTES = 64 << 10;

    /** That two equal slopes are this far apart by chance; what is said must be even and lead to more, too. */
    private static final double CHANCE = 0.01;

    /** A run that grows, too, may grow so many times as fast under another load that is not known. */
    private static final double UNKNOWN_LOAD = 4;

    private static final double MIN_LOAD = 2;

    /** Collections come about as often as a program allocates: their ratio, times this, is the highest of the load. */
    private static final double LOAD_MARGIN = 1.5;

    private static final int MIN_COLLECTIONS = 4;

    /** What is certain of a place. */
    enum Verdict {
        /** It grows faster in the later run. */
        MORE("grows faster"),
        /** It grows faster in the earlier run. */
        LESS("grows slower"),
        /** Neither is certain. */
        SAME("");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /**
     * A place in both runs.
     *
     * @param from where its compared part begins, in seconds of both runs
     * @param leastPerSecond a smaller difference of the slopes would not be certain
     */
    record OfPlace(Place place, double from, Tendency before, Tendency after, double leastPerSecond, Verdict verdict) {

        /** By how much faster it grows in the later run, a second. */
        double perSecond() {
            return after.perSecond() - before.perSecond();
        }
    }

    /** All runs; without places where they have no part of some seconds in common, or too few values there. */
    static TwoRuns of(SideMemory before, SideMemory after) {
        double begin = Math.max(before.first(), after.first());
        double end = Math.min(before.last(), after.last());
        double from = from(begin, end, WARM_UP_SHARE);
        List<OfPlace> places = new ArrayList<>();
        if (end - from >= MIN_SECONDS && SideMemory.isSinceOne(before, after)) {
            Set<Place> both = new TreeSet<>(before.places());
            both.retainAll(after.places());
            for (Place place : both) {
                (isOfCollections(place) ? WARM_UP_SHARES_OF_HEAP : List.of(WARM_UP_SHARE))
                        .stream()
                                .map(share -> compared(place, before, after, from(begin, end, share), end))
                                .filter(Objects::nonNull)
                                // Not the part with the largest difference: the one that shows a difference best.
                                .min(Comparator.comparingDouble(OfPlace::leastPerSecond))
                                .ifPresent(places::add);
            }
        }
        if (places.stream().anyMatch(one -> one.place() == Place.HEAP)) {
            // What other collections leave includes the garbage of the old generation.
            places.removeIf(one -> one.place() == Place.HEAP_RESIDENT);
        }
        places.sort((one, other) -> Double.compare(Math.abs(other.perSecond()), Math.abs(one.perSecond())));
        return new TwoRuns(before, after, from, end, List.copyOf(places));
    }

    private static double from(double begin, double end, double share) {
        return begin + Math.min(share * (end - begin), MAX_WARM_UP_SECONDS);
    }

    /** A place in a part of all runs; null where that is too short, or has too few values. */
    private static @Nullable OfPlace compared(
            Place place, SideMemory before, SideMemory after, double from, double end) {
        List<Tendency> some = tendencies(place, before, from, end);
        List<Tendency> others = tendencies(place, after, from, end);
        if (end - from < MIN_SECONDS || some.isEmpty() || others.isEmpty()) {
            return null;
        }
        Spread spread = Spread.of(some, others);
        Tendency one = spread.together(some);
        Tendency other = spread.together(others);
        double least = least(place, before, after, from) / (end - from);
        boolean garbage =
                place == Place.HEAP_RESIDENT && (before.heapFalls() > LEAST_BYTES || after.heapFalls() > LEAST_BYTES);
        double collections = collections(after, from, end) / collections(before, from, end);
        return new Pair(one, other, spread.degrees(one, other), least, end - from, collections, !garbage)
                .compared(place, from);
    }

    private static boolean isOfCollections(Place place) {
        return place == Place.HEAP || place == Place.HEAP_RESIDENT;
    }

    /** Whether the course of a place is a number, and not bytes. */
    static boolean isCount(Place place) {
        return place == Place.PLATFORM_THREADS;
    }

    /** Those of the runs that have enough values of a place. */
    private static List<Tendency> tendencies(Place place, SideMemory side, double from, double to) {
        List<Tendency> all = new ArrayList<>();
        for (RunMemory run : side.runs()) {
            NavigableMap<Double, Long> course = run.courses().get(place);
            Tendency tendency = course == null
                    ? null
                    : Tendency.of(course, from, to, isCount(place) ? 1 : GRAIN_BYTES, isOfCollections(place));
            if (tendency != null) {
                all.add(tendency);
            }
        }
        return all;
    }

    /**
     * What the slopes of the runs of one side differ by, which the remainder of one run does not show.
     *
     * @param variance of the slope of one run; 0 where no side has several
     * @param degrees of freedom of the variance
     */
    private record Spread(double variance, int degrees) {

        static Spread of(List<Tendency> before, List<Tendency> after) {
            int degrees = before.size() + after.size() - 2;
            return new Spread(degrees == 0 ? 0 : (squares(before) + squares(after)) / degrees, degrees);
        }

        private static double squares(List<Tendency> runs) {
            double mean = mean(runs, Tendency::perSecond);
            return runs.stream()
                    .mapToDouble(run -> Math.pow(run.perSecond() - mean, 2))
                    .sum();
        }

        /** The tendency of a side: the mean of its runs, with the larger of both errors. */
        Tendency together(List<Tendency> runs) {
            double within = runs.stream()
                            .mapToDouble(run -> Math.pow(run.standardError(), 2))
                            .sum()
                    / runs.size();
            return new Tendency(
                    mean(runs, Tendency::perSecond),
                    Math.sqrt(Math.max(within, variance) / runs.size()),
                    variance > within
                            ? degrees
                            : runs.stream().mapToInt(Tendency::degreesOfFreedom).sum(),
                    IntStream.range(0, runs.getFirst().quarters().size())
                            .mapToObj(i -> mean(runs, run -> run.quarters().get(i)))
                            .toList());
        }

        private static double mean(List<Tendency> runs, ToDoubleFunction<Tendency> of) {
            return runs.stream().mapToDouble(of).average().orElseThrow();
        }

        /** Those of a difference: what runs differ by is known once, and not of each side by itself. */
        int degrees(Tendency before, Tendency after) {
            double one = before.standardError() * before.standardError();
            double other = after.standardError() * after.standardError();
            double freedom = (one + other)
                    * (one + other)
                    / (one * one / before.degreesOfFreedom() + other * other / after.degreesOfFreedom());
            boolean isOfRuns = degrees > 0 && Math.min(before.degreesOfFreedom(), after.degreesOfFreedom()) == degrees;
            return (int) Math.max(1, isOfRuns ? Math.min(degrees, freedom) : freedom);
        }
    }

    /** What a place must grow by in the compared part to count: resident memory also grows as the heap is first touched. */
    private static long least(Place place, SideMemory before, SideMemory after, double from) {
        if (place == Place.UNDIVIDED) {
            return LEAST_OF_REST_BYTES + Math.max(before.untouchedAt(from), after.untouchedAt(from));
        }
        return isCount(place) ? LEAST_THREADS : place == Place.JVM_ARENAS ? LEAST_OF_ARENAS_BYTES : LEAST_BYTES;
    }

    /** The number of collections in a part of a run, of several the mean; NaN with too few for a load. */
    private static double collections(SideMemory side, double from, double to) {
        double count = side.runs().stream()
                .mapToInt(run -> run.courses()
                        .getOrDefault(Place.HEAP_RESIDENT, new TreeMap<>())
                        .subMap(from, to)
                        .size())
                .average()
                .orElse(0);
        return count < MIN_COLLECTIONS ? Double.NaN : count;
    }

    /**
     * The tendencies of a place on both sides.
     *
     * @param degrees of freedom of the error of their difference
     * @param minPerSecond a smaller difference does not count, in bytes or threads a second
     * @param seconds the length of the compared part
     * @param load how many times as often the later run collected its heap; NaN where that is not known
     * @param decidable whether growth would be the program's: a heap that falls again had garbage
     */
    private record Pair(
            Tendency before,
            Tendency after,
            int degrees,
            double minPerSecond,
            double seconds,
            double load,
            boolean decidable) {

        OfPlace compared(Place place, double from) {
            double one = before.standardError() * before.standardError();
            double other = after.standardError() * after.standardError();
            double least = Math.max(Chance.standardErrors(CHANCE, degrees) * Math.sqrt(one + other), minPerSecond);
            Verdict verdict = !decidable
                    ? Verdict.SAME
                    : isFaster(after, before, least, load)
                            ? Verdict.MORE
                            : isFaster(before, after, least, 1 / load) ? Verdict.LESS : Verdict.SAME;
            return new OfPlace(place, from, before, after, least, verdict);
        }

        /**
         * Whether a run certainly grows faster than another, for a reason other than its load. Growth that only comes later
         * than in the other run (a cache that fills under less load) does not lead to more than that has.
         */
        private boolean isFaster(Tendency one, Tendency other, double least, double load) {
            double slower = Math.max(0, other.perSecond());
            double times = Double.isNaN(load) ? UNKNOWN_LOAD : Math.max(MIN_LOAD, LOAD_MARGIN * load);
            boolean grows = slower > Math.max(minPerSecond / 2, other.halfWidth());
            double more = one.perSecond() - (grows ? times : 1) * slower;
            return more > least && one.isEven() && one.last() - other.last() > more * seconds / 2;
        }
    }
}
