package dev.loomweight.subject;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.OfFold;
import dev.loomweight.sample.Coverage;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A matter that has figures: what is gathered for them, what is read from that, and which there are.
 *
 * @param <A> what the fold gathers
 * @param <R> the reading: what the inputs show of the matter, as data
 * @param fold the fold
 * @param reading makes the reading of what was gathered, which it does not change, and of what the inputs could show
 * @param figures in the order of help
 */
public record Subject<A, R>(Fold<A> fold, BiFunction<A, Coverage, R> reading, List<Figure<R>> figures)
        implements OfFold<A> {

    public Subject {
        figures = List.copyOf(figures);
    }
}
