package dev.loomweight.fold;

import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.state.StateParts;
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

    /** Whether fold files hold what it gathers as parts of that type. */
    boolean takes(Class<? extends StateParts> type) {
        StateForm<A, ?> form = fold.form();
        return form != null && form.type() == type;
    }

    /**
     * Adds what a fold file has of a process.
     *
     * @throws IllegalArgumentException if that contradicts itself
     */
    void add(String process, StateParts parts) {
        StateForm<A, ?> form = fold.form();
        if (form != null && form.type().isInstance(parts)) {
            value = fold.merge(value, made(form, process, parts));
        }
    }

    private static <A, P extends StateParts> A made(StateForm<A, P> form, String process, StateParts parts) {
        return form.of(process, form.type().cast(parts));
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
