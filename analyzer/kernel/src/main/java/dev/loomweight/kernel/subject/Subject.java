package dev.loomweight.kernel.subject;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.OfFold;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.state.StateParts;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a matter, from which budgets, fold files and {@code diff} take what they need of it.
 *
 * @param <A> what the fold gathers
 * @param <R> the reading: what the inputs show of the matter, as data
 * @param fold the fold
 * @param reading makes the reading of what was gathered, which it does not change, and of what the inputs could show
 * @param figures in the order of help; may be empty
 * @param stored what fold files hold of what was gathered: the parts of each process that has any, by its name; null where
 *     they hold nothing. Those that gathered the same in another order have equal parts
 * @param comparison what is said of the readings of two inputs, or null where these are not compared
 */
public record Subject<A, R>(
        Fold<A> fold,
        BiFunction<A, Coverage, R> reading,
        List<Figure<R>> figures,
        @Nullable BiFunction<A, Coverage, Map<String, ? extends StateParts>> stored,
        @Nullable Comparison<R> comparison)
        implements OfFold<A> {

    public Subject {
        figures = List.copyOf(figures);
    }

    /** A matter without anything that is made of its reading. */
    public static <A, R> Subject<A, R> of(Fold<A> fold, BiFunction<A, Coverage, R> reading) {
        return new Subject<>(fold, reading, List.of(), null, null);
    }

    /** A matter that an analysis reads. */
    public static <A, R> Subject<A, R> of(Analysis<A, R> analysis) {
        return of(analysis.fold(), analysis::read);
    }

    /** A matter whose reading is what was gathered. */
    public static <A> Subject<A, A> of(Fold<A> fold) {
        return of(fold, (all, coverage) -> all);
    }

    /** This subject with figures, in the order of help. */
    public Subject<A, R> figures(List<Figure<R>> all) {
        return new Subject<>(fold, reading, all, stored, comparison);
    }

    /** This subject with the parts that fold files hold of it. */
    public Subject<A, R> stored(BiFunction<A, Coverage, Map<String, ? extends StateParts>> parts) {
        return new Subject<>(fold, reading, figures, parts, comparison);
    }

    /** This subject with what is said of the readings of two inputs. */
    public Subject<A, R> compared(Comparison<R> with) {
        return new Subject<>(fold, reading, figures, stored, with);
    }

    /** The reading of an input. */
    public R read(Folded<A> input) {
        return reading.apply(input.all(), input.coverage());
    }

    /** The parts that fold files hold of an input, by the name of the process. */
    public Map<String, ? extends StateParts> parts(Folded<A> input) {
        return stored == null ? Map.of() : stored.apply(input.all(), input.coverage());
    }
}
