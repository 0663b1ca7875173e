package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The garbage collections of a recording that decide what is live: of the old generation those that {@link OldSlots} has; and of the young ones between
 * two of these the lowest, the highest before it and the highest after it. The pauses of the others are added to one of
 * their kind.
 */
final class CollectionRuns {

    private final TreeMap<Long, HeapSummary> after = new TreeMap<>();
    private final TreeMap<Long, Set<GarbageCollection>> cycles = new TreeMap<>();

    void add(Sample sample) {
        if (sample instanceof HeapSummary summary && summary.after()) {
            after.merge(summary.gcId(), summary, CollectionRuns::or);
        } else if (sample instanceof GarbageCollection one) {
            cycles.computeIfAbsent(one.gcId(), any -> new LinkedHashSet<>()).add(one);
        }
    }

    private static HeapSummary or(HeapSummary one, HeapSummary other) {
        int order = Long.compare(one.usedBytes(), other.usedBytes());
        order = order == 0 ? one.time().compareTo(other.time()) : order;
        return order > 0 || (order == 0 && one.toString().compareTo(other.toString()) >= 0) ? one : other;
    }

    CollectionRuns merge(CollectionRuns other) {
        other.after.values().forEach(this::add);
        other.cycles.values().forEach(all -> all.forEach(this::add));
        return this;
    }

    /**
     * The samples that are retained.
     *
     * @param shown the numbers of collections whose results are retained for another reason: what they were is, too
     */
    List<Sample> samples(Set<Long> shown) {
        Set<Long> kept = kept();
        List<Sample> samples = new ArrayList<>();
        after.forEach((id, summary) -> {
            if (kept.contains(id)) {
                samples.add(summary);
            }
        });
        // One of each name and cause has the pauses of those that are not retained.
        Map<List<String>, Long> firsts = new HashMap<>();
        Map<Long, GarbageCollection> summed = new TreeMap<>();
        boolean many = cycles.entrySet().stream()
                        .filter(one -> !isYoung(one.getValue()) && !kept.contains(one.getKey()))
                        .limit(OldSlots.MAX_SLOTS + 1L)
                        .count()
                > OldSlots.MAX_SLOTS;
        cycles.forEach((id, all) -> {
            GarbageCollection one = all.iterator().next();
            if (isYoung(all) || (many && all.size() == 1 && !kept.contains(id) && !shown.contains(id))) {
                long first = firsts.computeIfAbsent(Arrays.asList(one.name(), one.cause()), any -> id);
                summed.merge(first, one, (sum, more) -> plus(sum, more.pausesNanos()));
            } else {
                samples.addAll(all);
            }
        });
        samples.addAll(summed.values());
        return samples;
    }

    /** Whether a collection, of which mostly one event is there, was a young one. */
    private static boolean isYoung(Set<GarbageCollection> all) {
        return all.size() == 1 && GcHistory.Kind.of(all.iterator().next().name()) == GcHistory.Kind.YOUNG;
    }

    private static GarbageCollection plus(GarbageCollection one, long pausesNanos) {
        return new GarbageCollection(one.time(), one.gcId(), one.name(), one.cause(), one.pausesNanos() + pausesNanos);
    }

    private Set<Long> kept() {
        Map<Long, GcHistory.Kind> kinds = new HashMap<>();
        cycles.forEach((id, all) -> all.stream()
                .map(one -> GcHistory.Kind.of(one.name()))
                .filter(kind -> kind != GcHistory.Kind.YOUNG)
                .forEach(kind -> kinds.merge(id, kind, GcHistory.Kind::stronger)));
        Map<Long, Long> used = new HashMap<>();
        after.forEach((id, summary) -> used.put(id, summary.usedBytes()));
        Set<Long> chosen = OldSlots.chosen(OldSlots.old(used, kinds), kinds);
        Set<Long> kept = new TreeSet<>();
        List<HeapSummary> run = new ArrayList<>();
        for (HeapSummary summary : after.values()) {
            Set<GarbageCollection> cycle = cycles.get(summary.gcId());
            if (cycle == null || isYoung(cycle)) {
                run.add(summary);
            } else if (chosen.contains(summary.gcId()) || !kinds.containsKey(summary.gcId())) {
                keep(run, kept);
                kept.add(summary.gcId());
            }
        }
        keep(run, kept);
        return kept;
    }

    private static void keep(List<HeapSummary> run, Set<Long> into) {
        int lowest = 0;
        for (int i = 0; i < run.size(); i++) {
            lowest = run.get(i).usedBytes() < run.get(lowest).usedBytes() ? i : lowest;
        }
        keepHighest(run.subList(0, Math.min(run.size(), lowest)), into);
        keepHighest(run.subList(Math.min(run.size(), lowest), Math.min(run.size(), lowest + 1)), into);
        keepHighest(run.subList(Math.min(run.size(), lowest + 1), run.size()), into);
        run.clear();
    }

    private static void keepHighest(List<HeapSummary> run, Set<Long> into) {
        run.stream()
                .reduce((one, other) -> other.usedBytes() > one.usedBytes() ? other : one)
                .ifPresent(highest -> into.add(highest.gcId()));
    }
}
