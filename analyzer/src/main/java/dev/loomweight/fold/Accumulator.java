package dev.loomweight.fold;

import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import org.jspecify.annotations.Nullable;

/** A fold and what it has gathered. */
final class Accumulator<A> {

    final Fold<A> fold;
    private A value;

    Accumulator(Fold<A> fold) {
        this.fold = fold;
        this.value = fold.empty();
    }

    void add(Origin origin, Sample sample) {
        fold.add(value, origin, sample);
    }

    /** This with all of the other, which is one of the same fold. */
    @SuppressWarnings("unchecked")
    Accumulator<A> with(Accumulator<?> other) {
        value = fold.merge(value, ((Accumulator<A>) other).value);
        return this;
    }

    /**
     * What the accumulator of a fold has gathered.
     *
     * @throws IllegalArgumentException if there is none
     */
    @SuppressWarnings("unchecked")
    static <A> A valueOf(@Nullable Accumulator<?> accumulator, Fold<A> fold) {
        if (accumulator == null) {
            throw new IllegalArgumentException("this was not folded: " + fold);
        }
        return (A) accumulator.value;
    }
}
