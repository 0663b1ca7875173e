package dev.loomweight.fold;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/**
 * A fold whose result is samples again: few, and such that every analysis finds in them what it finds in all that were
 * folded. So a fold file is an input like any other, whatever is asked of it.
 *
 * @param <A> the accumulator; mutable, confined to one thread at a time
 */
public interface Condenser<A> extends Fold<A> {

    /**
     * Passes on the samples.
     *
     * @param all everything that was folded; not changed
     * @param coverage what the inputs recorded
     */
    void condense(A all, Coverage coverage, Taker to);

    /** Takes the samples. */
    @FunctionalInterface
    interface Taker {

        /** One sample, and where it comes from. */
        void accept(Origin origin, Sample sample);
    }
}
