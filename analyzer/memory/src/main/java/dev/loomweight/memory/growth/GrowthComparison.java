package dev.loomweight.memory.growth;

import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.report.Section;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
        Section runs = ofRuns(before, after);
        if (runs != null) {
            return runs;
        }
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

    /** Of two processes with memory over time, the slopes; null where there are none, or it is one process. */
    private static @Nullable Section ofRuns(Observations before, Observations after) {
        if (before.processes().size() != 1 || after.processes().size() != 1) {
            return null;
        }
        ObservedProcess earlier = before.processes().getFirst();
        ObservedProcess later = after.processes().getFirst();
        if (isOneRun(before, earlier, after, later)) {
            return null;
        }
        RunMemory first = before.run(earlier);
        RunMemory last = after.run(later);
        return first.isOverTime() && last.isOverTime()
                ? section(new SideMemory(List.of(first)), new SideMemory(List.of(last)))
                : null;
    }

    private static Section section(SideMemory before, SideMemory after) {
        TwoRunsSentences words = new TwoRunsSentences(TwoRuns.of(before, after));
        return new Section("growth", "What grew", words.blocks(), words.findings());
    }

    /**
     * Of several runs a side, the slopes, with the spread between the runs as their error. Runs that are not one process, or
     * have no memory over time, are left out; without any on a side, nothing is said.
     */
    public static Section ofRuns(List<Observations> before, List<Observations> after) {
        List<RunMemory> first = overTime(before);
        List<RunMemory> last = overTime(after);
        return first.isEmpty() || last.isEmpty()
                ? new Section("growth", "What grew", List.of(), List.of())
                : section(new SideMemory(first), new SideMemory(last));
    }

    private static List<RunMemory> overTime(List<Observations> runs) {
        return runs.stream()
                .filter(run -> run.processes().size() == 1)
                .map(run -> run.run(run.processes().getFirst()))
                .filter(RunMemory::isOverTime)
                .toList();
    }

    /** Recordings without a process id or a beginning are taken as those of two runs. */
    private static boolean isOneRun(
            Observations before, ObservedProcess earlier, Observations after, ObservedProcess later) {
        long one = before.pid(earlier);
        long other = after.pid(later);
        return one >= 0 && one == other && before.started(earlier).equals(after.started(later));
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
