package dev.loomweight.pinning;

import dev.loomweight.diagnosis.PinStack;
import dev.loomweight.fold.DistinctThreads;
import dev.loomweight.fold.DurationHistogram;
import dev.loomweight.fold.Family;
import dev.loomweight.fold.Sum;
import dev.loomweight.sample.FoldedPins;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Frames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long the pins of one process were and of which threads, in bounded memory: a histogram for each stack where these are
 * few, else one for all stacks with the same innermost frames. What is counted together depends on the stacks alone and not
 * on class files, so that it is the same for recordings and for fold files.
 */
final class PinFamilies {

    private static final int MOST = 128;
    private static final int MOST_BUCKETS = 8192;
    private static final int MOST_SAMPLED = 4096;
    private static final int COARSEST = 6;

    /** How many of the application's innermost frames make stacks alike: first many, then fewer. */
    private static final List<Integer> OWN_FRAMES = List.of(4, 2, 1, 0);

    private PinFamilies() {}

    /** What a fold file has of a family. */
    static FoldedPins.OfFamily folded(Family family) {
        List<Integer> buckets = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        family.durations().forEach((number, in) -> {
            buckets.add(number);
            counts.add(in);
        });
        Sum sum = family.durations().sum();
        return new FoldedPins.OfFamily(
                sum.count(),
                sum.nanos(),
                sum.maxNanos(),
                buckets,
                counts,
                family.threads(),
                family.exact(),
                family.sample(),
                family.complete());
    }

    /**
     * The family that a fold file has.
     *
     * @throws IllegalArgumentException if its figures contradict each other
     */
    static Family of(String process, FoldedPins.OfFamily folded) {
        if (folded.count() < 1 || folded.threads() < 0) {
            throw new IllegalArgumentException(folded.count() + " of " + folded.threads() + " threads");
        }
        DurationHistogram durations = new DurationHistogram();
        durations.add(
                new Sum(folded.count(), folded.nanos(), folded.maxNanos()), folded.buckets(), folded.counts());
        return new Family(
                process, durations, folded.threads(), folded.exact(), folded.sample(), folded.complete());
    }

    /** Gathers a family. */
    private static final class Gathered {
        private final DurationHistogram durations = new DurationHistogram();
        private final DistinctThreads threads = new DistinctThreads();
    }

    /** The family of each group that was recorded, and not folded before. */
    static Map<PinGroup, Family> of(String process, Map<PinStack, PinGroup> groups) {
        Map<PinStack, PinGroup> recorded = new TreeMap<>(PinStack.ORDER);
        groups.forEach((pin, group) -> {
            if (group.isRecorded()) {
                recorded.put(pin, group);
            }
        });
        Map<PinGroup, Gathered> of = gathered(recorded);
        List<Gathered> families = of.values().stream().distinct().toList();
        int coarseness = 0;
        while (coarseness < COARSEST && buckets(families, coarseness) > MOST_BUCKETS) {
            coarseness++;
        }
        long limit = limit(families);
        Map<Gathered, Family> made = new IdentityHashMap<>();
        for (Gathered one : families) {
            made.put(
                    one,
                    new Family(
                            process,
                            one.durations.coarser(coarseness),
                            one.threads.count(),
                            one.threads.exact(),
                            one.threads.idsUpTo(limit),
                            limit == -1 && one.threads.exact()));
        }
        Map<PinGroup, Family> all = new IdentityHashMap<>();
        of.forEach((group, one) -> all.put(group, made.get(one)));
        return all;
    }

    private static Map<PinGroup, Gathered> gathered(Map<PinStack, PinGroup> groups) {
        Map<PinStack, Object> keys = new IdentityHashMap<>();
        groups.keySet().forEach(pin -> keys.put(pin, pin));
        for (int own : OWN_FRAMES) {
            if (keys.values().stream().distinct().limit(MOST + 1).count() > MOST) {
                groups.keySet().forEach(pin -> keys.put(pin, innermost(pin, own)));
            }
        }
        Map<Object, Gathered> byKey = new HashMap<>();
        Map<PinGroup, Gathered> of = new IdentityHashMap<>();
        groups.forEach((pin, group) -> {
            Gathered family = byKey.computeIfAbsent(keys.get(pin), any -> new Gathered());
            group.addTo(family.durations, family.threads);
            of.put(group, family);
        });
        return of;
    }

    /** The event, and the methods down to some of the application's frames. */
    private static List<String> innermost(PinStack pin, int own) {
        List<String> key = new ArrayList<>(Arrays.asList(
                pin.event().name(), pin.operation(), pin.reason(), Boolean.toString(pin.jvmOwn())));
        int seen = 0;
        for (Frame frame : pin.stack().frames()) {
            if (seen == own) {
                break;
            }
            key.add(Frames.method(frame));
            seen += Frames.isJdk(frame) ? 0 : 1;
        }
        return key;
    }

    private static long buckets(List<Gathered> families, int coarseness) {
        return families.stream()
                .mapToLong(family -> family.durations.coarser(coarseness).buckets())
                .sum();
    }

    /** The largest hash of the threads that are chosen: all, or such that they are not too many. */
    private static long limit(List<Gathered> families) {
        long limit = -1;
        while (true) {
            long hash = limit;
            long sampled = families.stream()
                    .mapToLong(family -> family.threads.idsUpTo(hash).size())
                    .sum();
            if (sampled <= MOST_SAMPLED || limit == 0) {
                return limit;
            }
            limit >>>= 1;
        }
    }
}
