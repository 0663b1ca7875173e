package dev.loomweight.memory.growth;

import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.report.Section;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/** What grew between the last moments of two inputs, or over the snapshots of one. */
public final class GrowthComparison implements Comparison<Observations> {

    private final Growth growth = new Growth();

    @Override
    public Section within(Observations observations) {
        List<ObservedProcess> processes = observations.processes();
        boolean snapshots =
                processes.size() == 1 && processes.getFirst().moments().size() > 1;
        return section(snapshots ? observations.growth(processes.getFirst()) : Optional.empty(), true);
    }

    @Override
    public Section changes(Observations before, Observations after) {
        Optional<ObservedProcess> earlier = one(before);
        Optional<ObservedProcess> later = one(after);
        if (earlier.isEmpty() || later.isEmpty()) {
            return section(Optional.empty(), true);
        }
        boolean oneProcess = isOne(before.pid(earlier.get()), after.pid(later.get()));
        NavigableMap<Instant, Long> usesBefore = before.heapUses(earlier.get());
        NavigableMap<Instant, Long> usesAfter = after.heapUses(later.get());
        if (oneProcess) {
            usesAfter.forEach((time, bytes) -> usesBefore.merge(time, bytes, Math::max));
        }
        return section(
                ProcessGrowth.of(
                        later.get().name(),
                        List.of(
                                earlier.get().moments().getLast(),
                                later.get().moments().getLast()),
                        Math.max(variation(earlier.get()), variation(later.get())),
                        new TouchedHeap.Uses(List.of(usesBefore, usesAfter), oneProcess)),
                oneProcess);
    }

    private Section section(Optional<ProcessGrowth> grown, boolean oneProcess) {
        return growth.section(grown.stream().toList(), "before", "after", oneProcess);
    }

    /** The process of an input, if it is one and has a moment; a text that is a difference has none. */
    private static Optional<ObservedProcess> one(Observations all) {
        List<ObservedProcess> processes = all.hasDifferences() ? List.of() : all.processes();
        return processes.size() == 1 && !processes.getFirst().moments().isEmpty()
                ? Optional.of(processes.getFirst())
                : Optional.empty();
    }

    private static boolean isOne(long one, long other) {
        return one < 0 || other < 0 || one == other;
    }

    private static long variation(ObservedProcess process) {
        return ProcessGrowth.variation(process.moments().stream()
                        .map(moment -> moment.snapshot().residentBytes()))
                .orElse(0);
    }
}
