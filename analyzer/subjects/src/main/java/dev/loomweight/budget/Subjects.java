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
import java.util.ArrayList;
import java.util.List;

/** The subjects that have figures. What can be limited is what they list. */
public final class Subjects {

    private Subjects() {}

    /**
     * All figures of one set of inputs.
     *
     * @param ofLab the subjects that only captures of the lab have figures of
     */
    public static FigureList<Figure<?>> figures(List<? extends Subject<?, ?>> ofLab) {
        return new FigureList<>(all(PinFigures.of(PinOptions.NONE), PinOptions.NONE, ofLab).stream()
                .<Figure<?>>flatMap(subject -> subject.figures().stream())
                .toList());
    }

    /**
     * All of them.
     *
     * @param pins that of pins, with the user's options
     * @param options the user's options
     * @param ofLab the subjects of the lab
     */
    static List<Subject<?, ?>> all(
            Subject<Pins, PinReading> pins, PinOptions options, List<? extends Subject<?, ?>> ofLab) {
        List<Subject<?, ?>> all = new ArrayList<>(List.of(
                pins,
                CarrierFigures.REFUSED,
                CarrierFigures.DELAYED,
                MemoryReading.SUBJECT,
                Observations.SUBJECT,
                WeightFigures.of(options.code(), options.own())));
        // In the order of help, what threads weigh comes last: one of the lab, then those of an application.
        all.addAll(all.size() - 1, ofLab);
        return all;
    }
}
