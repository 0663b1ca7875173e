package dev.loomweight.fold;

import dev.loomweight.fold.Fold.StateForm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/**
 * A fold that keeps few of the samples, such that every analysis finds in them what it finds in all that were folded: what
 * fold files hold next to the {@link StateForm states}.
 *
 * @param <A> the accumulator; mutable, confined to one thread at a time
 */
public interface SamplesKept<A> extends Fold<A> {

    /**
     * Passes on the samples.
     *
     * @param all everything that was folded; not changed
     */
    void samples(A all, Taker to);

    /** Takes the samples. */
    @FunctionalInterface
    interface Taker {

        /** One sample, and where it comes from. */
        void accept(Origin origin, Sample sample);
    }
}
