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
import java.util.Optional;
import java.util.stream.Stream;

/** Which sites have more or heavier threads than before. */
public final class SiteWeightComparison implements Comparison<Processes, Optional<ObservedProcess>> {

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
        return Processes.FOLD;
    }

    /** The process of an input that has one. */
    @Override
    public Optional<ObservedProcess> read(Folded<Processes> input) {
        List<ObservedProcess> processes = input.all().together();
        return processes.size() == 1 ? Optional.of(processes.getFirst()) : Optional.empty();
    }

    @Override
    public Section changes(Optional<ObservedProcess> before, Optional<ObservedProcess> after) {
        List<TimedSnapshot> moments = Stream.of(before, after)
                .flatMap(process -> process.stream().flatMap(SiteWeightComparison::last))
                .toList();
        return section(moments, after);
    }

    private static Stream<TimedSnapshot> last(ObservedProcess process) {
        return process.moments().isEmpty()
                ? Stream.empty()
                : Stream.of(process.moments().getLast());
    }

    @Override
    public Section within(Folded<Processes> all) {
        Optional<ObservedProcess> process = read(all);
        return section(process.map(ObservedProcess::moments).orElse(List.of()), process);
    }

    private Section section(List<TimedSnapshot> moments, Optional<ObservedProcess> last) {
        return SiteWeights.section(
                id(),
                "Threads by site: what changed",
                new WeightReading(last
                        .flatMap(process ->
                                weights.read("", moments, process.recorded().chunks(), -1))
                        .filter(found -> found.moments() > 1)
                        .stream()
                        .toList()));
    }
}
