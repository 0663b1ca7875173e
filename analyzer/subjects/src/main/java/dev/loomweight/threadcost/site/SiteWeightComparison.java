package dev.loomweight.threadcost.site;

import dev.loomweight.bytecode.Code;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.memory.reconcile.ObservedProcess;
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

    /** What may be two processes: two captures do not say whether they are of one. */
    @Override
    public Section changes(Optional<ObservedProcess> before, Optional<ObservedProcess> after) {
        return section(
                after,
                Stream.concat(last(before).map(MomentWeights::ofAnother), last(after))
                        .toList());
    }

    private static Stream<MomentWeights> last(Optional<ObservedProcess> process) {
        List<MomentWeights> moments = moments(process);
        return moments.stream().skip(Math.max(0, moments.size() - 1));
    }

    private static List<MomentWeights> moments(Optional<ObservedProcess> process) {
        return process.map(MomentWeights::of).orElse(List.of());
    }

    @Override
    public Section within(Folded<Processes> all) {
        Optional<ObservedProcess> process = read(all);
        return section(process, moments(process));
    }

    private Section section(Optional<ObservedProcess> process, List<MomentWeights> moments) {
        return SiteWeights.section(
                id(),
                "Threads by site: what changed",
                new WeightReading(
                        moments.size() > 1
                                ? weights
                                        .read(
                                                "",
                                                process.filter(ObservedProcess::ofLab)
                                                        .isPresent(),
                                                moments,
                                                -1)
                                        .stream()
                                        .toList()
                                : List.of()));
    }
}
