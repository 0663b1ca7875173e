package dev.loomweight.subject;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.OfFold;
import dev.loomweight.sample.Coverage;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The declaration of a matter, from which budgets take what they need of it: what is gathered, what is
 * read from that, and what is made of the reading.
 *
 * @param <A> what the fold gathers
 * @param <R> the reading: what the inputs show of the matter, as data
 * @param fold the fold
 * @param reading makes the reading of what was gathered, which it does not change, and of what the inputs could show
 * @param figures in the order of help; may be empty
 */
public record Subject<A, R>(Fold<A> fold, BiFunction<A, Coverage, R> reading, List<Figure<R>> figures)
        implements OfFold<A> {

    public Subject {
        figures = List.copyOf(figures);
    }

    /** A matter without anything that is made of its reading. */
    public static <A, R> Subject<A, R> of(Fold<A> fold, BiFunction<A, Coverage, R> reading) {
        return new Subject<>(fold, reading, List.of());
    }

    /** A matter that an analysis reads. */
    public static <A, R> Subject<A, R> of(Analysis<A, R> analysis) {
        return of(analysis.fold(), analysis::read);
    }

    /** The same with these figures, in the order of help. */
    public Subject<A, R> figures(List<Figure<R>> all) {
        return new Subject<>(fold, reading, all);
    }

    /** What an input shows. */
    public R read(Folded<A> input) {
        return reading.apply(input.all(), input.coverage());
    }
}
