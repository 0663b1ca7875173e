package dev.loomweight.command;

import dev.loomweight.carriers.CarrierFigures;
import dev.loomweight.carriers.RanStacks;
import dev.loomweight.carriers.WatchedPins;
import dev.loomweight.experiment.weight.ThreadCostFigures;
import dev.loomweight.growth.Observations;
import dev.loomweight.growth.diff.MemoryComparison;
import dev.loomweight.memory.MemoryReading;
import dev.loomweight.pinning.PinFigures;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.diff.PinComparison;
import dev.loomweight.subject.Subject;
import dev.loomweight.threadcost.site.SiteWeightComparison;
import dev.loomweight.threadcost.site.WeightFigures;
import java.util.List;

/** The list of all subjects that are declared as data: what can be limited, what fold files hold, and what is compared. */
final class Subjects {

    private Subjects() {}

    /**
     * All of them, in the order of help and of comparisons: what threads weigh comes last, of the lab before an application.
     *
     * @param options which pins, and the class files that explain them
     */
    static List<Subject<?, ?>> of(PinOptions options) {
        return List.of(
                PinFigures.of(options).compared(new PinComparison()),
                WatchedPins.of(options),
                RanStacks.SUBJECT,
                CarrierFigures.REFUSED,
                CarrierFigures.DELAYED,
                MemoryReading.SUBJECT,
                Observations.SUBJECT,
                MemoryComparison.SUBJECT,
                ThreadCostFigures.SUBJECT,
                SiteWeightComparison.of(options.code(), options.own()),
                WeightFigures.of(options.code(), options.own()));
    }
}
