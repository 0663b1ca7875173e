package dev.loomweight.budget;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.OfFold;
import dev.loomweight.fold.Results;
import dev.loomweight.fold.Several;
import dev.loomweight.pinning.PinFigures;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.PinReading;
import dev.loomweight.pinning.Pins;
import dev.loomweight.subject.Figure;
import dev.loomweight.subject.Subject;
import java.util.Collection;
import java.util.List;

/** Gathers the figures that budgets limit. */
public final class BudgetFold implements OfFold<Results> {

    private final Subject<Pins, PinReading> pins;
    private final List<Subject<?, ?>> all;
    private final List<Subject<?, ?>> wanted;

    /**
     * Gathers some figures.
     *
     * @param options the filter of pins, and class files
     * @param ofLab the subjects that only captures of the lab have figures of
     */
    public BudgetFold(
            PinOptions options, List<? extends Subject<?, ?>> ofLab, Collection<? extends Figure<?>> figures) {
        this.pins = PinFigures.of(options);
        this.all = Subjects.all(pins, options, ofLab);
        this.wanted = all.stream()
                .filter(subject -> subject.figures().stream().anyMatch(figures::contains))
                .toList();
    }

    @Override
    public Fold<Results> fold() {
        return new Several(
                wanted.stream().<Fold<?>>map(Subject::fold).distinct().toList());
    }

    /** What was gathered, as readings; those of which no figure was wanted are of nothing. */
    Readings readings(Folded<Results> folded) {
        return Readings.of(all, wanted, folded);
    }

    /** All figures that can be limited, whether they are wanted or not. */
    List<Figure<?>> figures() {
        return all.stream()
                .<Figure<?>>flatMap(subject -> subject.figures().stream())
                .toList();
    }

    /** The subject of pins, with the user's options. */
    Subject<Pins, PinReading> pins() {
        return pins;
    }
}
