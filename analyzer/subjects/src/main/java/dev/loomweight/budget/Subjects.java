package dev.loomweight.budget;

import dev.loomweight.carriers.CarrierFigures;
import dev.loomweight.growth.Observations;
import dev.loomweight.memory.MemoryReading;
import dev.loomweight.pinning.PinFigures;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.PinReading;
import dev.loomweight.pinning.Pins;
import dev.loomweight.subject.Figure;
import dev.loomweight.subject.FigureList;
import dev.loomweight.subject.Subject;
import dev.loomweight.threadcost.site.WeightFigures;
import dev.loomweight.threadcost.weight.ThreadCostFigures;
import java.util.List;

/** The subjects that have figures. What can be limited is what they list. */
public final class Subjects {

    /** All figures of one set of inputs. */
    public static final FigureList<Figure<?>> FIGURES =
            new FigureList<>(all(PinFigures.of(PinOptions.NONE), PinOptions.NONE).stream()
                    .<Figure<?>>flatMap(subject -> subject.figures().stream())
                    .toList());

    private Subjects() {}

    /**
     * All of them.
     *
     * @param pins that of pins, with the user's options
     * @param options the user's options
     */
    static List<Subject<?, ?>> all(Subject<Pins, PinReading> pins, PinOptions options) {
        return List.of(
                pins,
                CarrierFigures.REFUSED,
                CarrierFigures.DELAYED,
                MemoryReading.SUBJECT,
                Observations.SUBJECT,
                ThreadCostFigures.SUBJECT,
                WeightFigures.of(options.code(), options.own()));
    }
}
