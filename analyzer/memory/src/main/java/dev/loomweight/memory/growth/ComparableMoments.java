package dev.loomweight.memory.growth;

import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The moments of one growth, of whose texts those are kept that all of them have: what the kernel has as resident at one
 * moment and NMT as committed at another is no course.
 *
 * @param all in their order
 * @param firstHeap the resident heap of the first, though the others lack the texts that show it, in bytes; negative where
 *     that is not known
 * @param leftOut how many others are not among them, as they have not what divides these
 */
record ComparableMoments(List<MemoryMoment> all, long firstHeap, int leftOut) {

    /** Texts that some moments lack are used where those that have them span this share of the time. */
    private static final double MIN_SPANNED_SHARE = 0.75;

    /** Those with resident memory; where there is none, with NMT's; or else with histograms, or what has NMT's at last. */
    static ComparableMoments of(List<MemoryMoment> snapshots) {
        List<MemoryMoment> best = best(snapshots);
        List<MemoryMoment> chosen = best;
        if (chosen.isEmpty()) {
            return new ComparableMoments(List.of(), -1, 0);
        }
        for (Class<? extends Sample> text : Snapshot.textsOfParts()) {
            List<MemoryMoment> with =
                    chosen.stream().filter(one -> one.snapshot().has(text)).toList();
            if (!with.isEmpty() && span(with, chosen) >= MIN_SPANNED_SHARE) {
                // Those between would only say that nothing divides them.
                chosen = with;
            }
        }
        MemoryMoment first = chosen.getFirst();
        return new ComparableMoments(
                MemoryMoment.alike(chosen),
                first.isResident() && first.heapBytes() > 0 ? first.heapBytes() : -1,
                best.size() - chosen.size());
    }

    /** Whether there are parts. */
    static boolean hasParts(MemoryMoment moment) {
        return moment.isResident() || moment.snapshot().nmt() != null;
    }

    private static List<MemoryMoment> best(List<MemoryMoment> all) {
        List<MemoryMoment> resident =
                all.stream().filter(MemoryMoment::isResident).toList();
        if (resident.size() > 1) {
            return resident;
        }
        List<MemoryMoment> committed =
                all.stream().filter(one -> hasParts(one) && !one.isResident()).toList();
        List<MemoryMoment> objects =
                all.stream().filter(one -> one.snapshot().histogram() != null).toList();
        boolean nmt = committed.size() > 1 && (resident.isEmpty() || objects.size() < 2);
        return nmt ? committed : objects;
    }

    /** Which share of the time, or of the moments where that is not known, lies between the ends of some of them. */
    private static double span(List<MemoryMoment> some, List<MemoryMoment> all) {
        Instant from = all.getFirst().time();
        Instant to = all.getLast().time();
        Instant first = some.getFirst().time();
        Instant last = some.getLast().time();
        if (from == null || to == null || first == null || last == null || !from.isBefore(to)) {
            return (all.indexOf(some.getLast()) - all.indexOf(some.getFirst())) / (all.size() - 1.0);
        }
        return (double) Duration.between(first, last).toNanos()
                / Duration.between(from, to).toNanos();
    }
}
