package dev.loomweight.threadcost.site;

import dev.loomweight.bytecode.Code;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.ObservedProcess.TimedSnapshot;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Section;
import dev.loomweight.subject.Comparison;
import java.util.List;
import java.util.stream.Stream;

/** Which sites have more or heavier threads than before. */
public final class SiteWeightComparison implements Comparison<Processes, List<TimedSnapshot>> {

    private final SiteWeights weights;

    /**
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public SiteWeightComparison(Code code, List<String> own) {
        this.weights = SiteWeights.asked(code, own);
    }

    @Override
    public String id() {
        return SiteWeights.ID;
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.WITH_THREADS;
    }

    /** The moments of an input that has one process. */
    @Override
    public List<TimedSnapshot> read(Folded<Processes> input) {
        List<ObservedProcess> processes = input.all().together();
        return processes.size() == 1 ? processes.getFirst().moments() : List.of();
    }

    @Override
    public Section changes(List<TimedSnapshot> before, List<TimedSnapshot> after) {
        return before.isEmpty() || after.isEmpty()
                ? section(List.of())
                : section(Stream.of(before.getLast(), after.getLast()).toList());
    }

    @Override
    public Section within(Folded<Processes> all) {
        return section(read(all));
    }

    private Section section(List<TimedSnapshot> moments) {
        return SiteWeights.section(
                id(),
                "Threads by site: what changed",
                new WeightReading(weights.read("", moments).filter(process -> process.moments() > 1).stream()
                        .toList()));
    }
}
