package dev.loomweight.fleet.budget;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.fold.OfFold;
import dev.loomweight.fold.Several;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.FigureList;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.pins.pinning.PinReading;
import java.util.Collection;
import java.util.List;

/** Gathers the figures that budgets limit. */
public final class BudgetFold implements OfFold<Results> {

    private final List<Subject<?, ?>> all;
    private final List<Subject<?, ?>> wanted;

    /**
     * Gathers some figures.
     *
     * @param subjects all subjects, with the user's options
     */
    public BudgetFold(List<Subject<?, ?>> subjects, Collection<? extends Figure<?>> figures) {
        this.all = subjects.stream()
                .filter(subject -> !subject.figures().isEmpty())
                .toList();
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

    /** The pins that were gathered. */
    public PinReading pins(Folded<Results> folded) {
        return readings(folded).of(PinReading.class);
    }

    /** All figures that can be limited, whether they are wanted or not. */
    List<Figure<?>> figures() {
        return FigureList.of(all).all();
    }
}
