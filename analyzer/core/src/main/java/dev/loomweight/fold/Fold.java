package dev.loomweight.fold;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.state.StateParts;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gathers a result from samples, in any order and in parts. Two that are equal gather the same.
 *
 * <p>Laws, which tests check for every analysis: splitting the samples anywhere, folding the parts and merging them gives
 * the same as folding all at once; the order of the parts does not matter; {@link #empty} is neutral. So the chunks of a
 * recording can be folded in parallel, and recordings on many machines. Memory is bounded by the number of distinct
 * stacks, sites and snapshots, not by the number of samples.
 *
 * @param <A> what is gathered; mutable, confined to one thread at a time. Mostly a {@link State}
 */
public interface Fold<A> extends OfFold<A> {

    /** The kinds of sample that it needs. */
    Interest interest();

    /** A new accumulator that holds nothing. */
    A empty();

    /** Adds one sample to the accumulator. Ignores samples that the interest does not name. */
    void add(A into, Origin origin, Sample sample);

    /** Merges two accumulators. May change and return {@code left}; {@code right} must not be used again. */
    A merge(A left, A right);

    /** How fold files hold it; null where they hold only what it gathers from. */
    default @Nullable StateForm<A, ?> form() {
        return null;
    }

    /** It is its own. */
    @Override
    default Fold<A> fold() {
        return this;
    }

    /** Passes on the folds that it consists of: itself, or those that it puts together. */
    default void parts(Consumer<Fold<?>> to) {
        to.accept(this);
    }

    /** What its parts gathered, as what it gathers. */
    default A from(Results results) {
        return results.ofPart(this);
    }

    /**
     * A result.
     *
     * @param all everything that was folded
     * @param coverage what the inputs recorded
     */
    record Folded<A>(A all, Coverage coverage) {}

    /** The state of those whose figures are all in the coverage: nothing is gathered. */
    final class Ungathered implements State<Ungathered> {

        /** Holds nothing. */
        public Ungathered() {}

        @Override
        public void add(Origin origin, Sample sample) {}

        @Override
        public void merge(Ungathered other) {}
    }

    /**
     * The fold of a state that fold files do not hold. Equal to itself alone: a constant of the class of the state.
     *
     * @param interest the kinds of sample that the state needs
     * @param empty makes one that holds nothing
     */
    static <S extends State<S>> Fold<S> of(Interest interest, Supplier<S> empty) {
        return ofState(interest, empty, null);
    }

    /** The fold of a state that fold files hold. */
    static <S extends State<S>> Fold<S> of(Interest interest, Supplier<S> empty, StateForm<S, ?> form) {
        return ofState(interest, empty, form);
    }

    private static <S extends State<S>> Fold<S> ofState(
            Interest interest, Supplier<S> empty, @Nullable StateForm<S, ?> form) {
        return new Fold<>() {
            @Override
            public Interest interest() {
                return interest;
            }

            @Override
            public @Nullable StateForm<S, ?> form() {
                return form;
            }

            @Override
            public S empty() {
                return empty.get();
            }

            @Override
            public void add(S into, Origin origin, Sample sample) {
                into.add(origin, sample);
            }

            @Override
            public S merge(S left, S right) {
                left.merge(right);
                return left;
            }
        };
    }

    /**
     * How fold files hold what a fold gathers.
     *
     * @param type the type of the parts; no two folds of one pass have different states of one type
     * @param maker makes what has some parts, to be merged, of the name of the process and these; an
     *     {@link IllegalArgumentException} says that their figures contradict each other
     * @param <A> what the fold gathers
     * @param <P> its parts, of one process
     */
    record StateForm<A, P extends StateParts>(Class<P> type, BiFunction<String, P, A> maker) {}

    /** What folds gathered of the same samples. */
    interface Results {

        /**
         * What a fold gathered that consists of no others.
         *
         * @throws IllegalArgumentException if it was not folded
         */
        <A> A ofPart(Fold<A> part);

        /**
         * What was gathered for one of those who asked, or would have asked for the same.
         *
         * @throws IllegalArgumentException if it was not folded
         */
        default <A> A of(OfFold<A> of) {
            return of.fold().from(this);
        }
    }
}
