package dev.loomweight.command;

import dev.loomweight.experiment.weight.ThreadCostFigures;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.MemoryReading;
import dev.loomweight.memory.growth.Observations;
import dev.loomweight.memory.growth.diff.MemoryComparison;
import dev.loomweight.memory.threadcost.site.SiteWeightComparison;
import dev.loomweight.memory.threadcost.site.WeightFigures;
import dev.loomweight.pins.carriers.CarrierFigures;
import dev.loomweight.pins.carriers.RanStacks;
import dev.loomweight.pins.carriers.WatchedPins;
import dev.loomweight.pins.pinning.PinFigures;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.diff.MeasurementComparison;
import dev.loomweight.pins.pinning.diff.PinComparison;
import dev.loomweight.threads.waits.RequestAnalysis;
import dev.loomweight.threads.waits.WaitFigures;
import java.util.ArrayList;
import java.util.List;

/** The list of all subjects that have figures or a comparison, or a state that fold files hold. */
final class Subjects {

    private Subjects() {}

    /**
     * All of them, in the order of help and of comparisons: the weight of threads comes after that of the lab, and last
     * how the inputs were measured.
     *
     * @param options which pins, and the class files that explain them
     */
    static List<Subject<?, ?>> of(PinOptions options) {
        List<Subject<?, ?>> all = new ArrayList<>();
        all.add(PinFigures.of(options).compared(new PinComparison()));
        all.addAll(stored(options));
        all.add(MemoryReading.SUBJECT);
        all.add(Observations.SUBJECT);
        all.add(MemoryComparison.SUBJECT);
        all.add(ThreadCostFigures.SUBJECT);
        all.add(SiteWeightComparison.of(options.code(), options.own()));
        all.add(WeightFigures.of(options.code(), options.own()));
        all.add(MeasurementComparison.SUBJECT);
        return List.copyOf(all);
    }

    /** Those whose state fold files hold: who folds makes no figures and compares nothing. */
    static List<Subject<?, ?>> stored(PinOptions options) {
        return List.of(
                WatchedPins.of(options),
                RanStacks.SUBJECT,
                CarrierFigures.REFUSED,
                CarrierFigures.DELAYED,
                WaitFigures.of(options.code(), options.own()),
                RequestAnalysis.subject(options.code(), options.own()));
    }
}
