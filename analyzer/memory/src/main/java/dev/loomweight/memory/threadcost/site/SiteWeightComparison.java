package dev.loomweight.memory.threadcost.site;

import dev.loomweight.bytecode.Code;
import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Section;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which sites have more or heavier threads than before. */
public final class SiteWeightComparison implements Comparison<Optional<ObservedProcess>> {

    private final SiteWeights weights;

    private SiteWeightComparison(SiteWeights weights) {
        this.weights = weights;
    }

    /**
     * The process of an input that has one.
     *
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public static Subject<Processes, Optional<ObservedProcess>> of(Code code, List<String> own) {
        return Subject.<Processes, Optional<ObservedProcess>>of(Processes.FOLD, (all, coverage) -> only(all.together()))
                .compared(new SiteWeightComparison(SiteWeights.asked(code, own)));
    }

    private static Optional<ObservedProcess> only(List<ObservedProcess> processes) {
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
    public Section within(Optional<ObservedProcess> process) {
        return section(process, moments(process));
    }

    private Section section(Optional<ObservedProcess> process, List<MomentWeights> moments) {
        return SiteWeights.section(
                SiteWeights.ID,
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
