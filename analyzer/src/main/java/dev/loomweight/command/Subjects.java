package dev.loomweight.command;

import dev.loomweight.carriers.CarrierFigures;
import dev.loomweight.carriers.RanStacks;
import dev.loomweight.carriers.WatchedPins;
import dev.loomweight.experiment.weight.ThreadCostFigures;
import dev.loomweight.growth.Observations;
import dev.loomweight.memory.MemoryReading;
import dev.loomweight.pinning.PinFigures;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.subject.Subject;
import dev.loomweight.threadcost.site.WeightFigures;
import java.util.List;

/** The list of all subjects that are declared as data: what can be limited, and what fold files hold of them. */
final class Subjects {

    private Subjects() {}

    /**
     * All of them, in the order of help: what threads weigh comes last, of the lab before an application.
     *
     * @param options which pins, and the class files that explain them
     */
    static List<Subject<?, ?>> of(PinOptions options) {
        return List.of(
                PinFigures.of(options),
                WatchedPins.of(options),
                RanStacks.SUBJECT,
                CarrierFigures.REFUSED,
                CarrierFigures.DELAYED,
                MemoryReading.SUBJECT,
                Observations.SUBJECT,
                ThreadCostFigures.SUBJECT,
                WeightFigures.of(options.code(), options.own()));
    }
}
