package dev.loomweight.threads.waits;

import dev.loomweight.fold.Sampled;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the virtual or the platform threads of a process waited for over its samples.
 *
 * @param samples how many samples there are
 * @param threads how many threads there were, on average
 * @param kinds what they did, by kind, the most frequent first
 * @param contention the share of them that waited for something that other threads had
 * @param locks what they waited for that other threads had, the most waited for first
 * @param idle where they waited for anything else, the most frequent first
 */
record WaitProfile(
        int samples,
        Sampled threads,
        List<OfKind> kinds,
        Sampled contention,
        List<Contended> locks,
        List<Elsewhere> idle) {

    private static final int MAX_CONTENDED_ROWS = 5;

    /** How many threads did one thing. */
    record OfKind(Doing kind, Waiters waiters) {}

    /**
     * Where threads waited for what is no contention.
     *
     * @param kind for what
     * @param place the frame, with its line
     * @param waiters how many
     */
    record Elsewhere(Doing kind, String place, Waiters waiters) {}

    /**
     * The profile.
     *
     * @param samples in order
     * @param virtual whether it is of virtual threads
     * @param places which frames are sites
     */
    static WaitProfile of(List<WaitSample> samples, boolean virtual, WaitPlaces places) {
        return new Maker(samples, virtual, places).profile();
    }

    /** The locks for which so many wait that it is not chance: of many, the first. */
    List<Contended> contended() {
        return locks.stream()
                .filter(Contended::isContended)
                .limit(MAX_CONTENDED_ROWS)
                .toList();
    }

    /** Whether no thread was there. */
    boolean isEmpty() {
        return threads.value() == 0;
    }

    private static final class Maker {
        private final List<WaitSample> samples;
        private final boolean virtual;
        private final WaitPlaces places;
        private final int moments;
        private final long[] all;
        private final long[] contended;
        private final Map<Doing, long[]> byKind = new EnumMap<>(Doing.class);

        private Maker(List<WaitSample> samples, boolean virtual, WaitPlaces places) {
            this.samples = samples;
            this.virtual = virtual;
            this.places = places;
            this.moments = samples.size();
            this.all = new long[moments];
            this.contended = new long[moments];
        }

        private WaitProfile profile() {
            Map<Place, long[]> idle = new HashMap<>();
            WaitSample.forEach(samples, virtual, (moment, waiting, count) -> {
                all[moment] += count;
                byKind.computeIfAbsent(waiting.kind(), kind -> new long[moments])[moment] += count;
                if (waiting.kind().isContention()) {
                    contended[moment] += count;
                } else if (waiting.kind().hasSites()) {
                    Place place = new Place(waiting.kind(), places.label(waiting.stack(), waiting.frame()));
                    idle.computeIfAbsent(place, key -> new long[moments])[moment] += count;
                }
            });
            return new WaitProfile(
                    moments,
                    Sampled.mean(moments, i -> all[i]),
                    byKind.entrySet().stream()
                            .map(entry -> new OfKind(entry.getKey(), Waiters.of(entry.getValue(), all)))
                            .sorted(Comparator.<OfKind>comparingDouble(
                                            kind -> -kind.waiters().share().value())
                                    .thenComparing(OfKind::kind))
                            .toList(),
                    Sampled.share(moments, i -> contended[i], i -> all[i]),
                    new ContendedLocks(samples, virtual, all, contended, places).all(),
                    idle.entrySet().stream()
                            .map(entry -> new Elsewhere(
                                    entry.getKey().kind(), entry.getKey().label(), Waiters.of(entry.getValue(), all)))
                            .sorted(Comparator.<Elsewhere>comparingDouble(
                                            place -> -place.waiters().share().value())
                                    .thenComparing(Elsewhere::kind)
                                    .thenComparing(Elsewhere::place))
                            .toList());
        }

        private record Place(Doing kind, String label) {}
    }
}
