package dev.loomweight.fold;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/**
 * Gathers a result from samples, in any order and in parts.
 *
 * <p>Laws, which tests check for every analysis: splitting the samples anywhere, folding the parts and merging them gives
 * the same as folding all at once; the order of the parts does not matter; {@link #empty} is neutral. So the chunks of a
 * recording can be folded in parallel, and recordings on many machines. Memory is bounded by the number of distinct
 * stacks, sites and snapshots, not by the number of samples.
 *
 * @param <A> the accumulator; mutable, confined to one thread at a time
 */
public interface Fold<A> {

    /** The kinds of sample that it needs. */
    Interest interest();

    /** A new accumulator that holds nothing. */
    A empty();

    /** Adds one sample to the accumulator. Ignores samples that the interest does not name. */
    void add(A into, Origin origin, Sample sample);

    /** Merges two accumulators. May change and return {@code left}; {@code right} must not be used again. */
    A merge(A left, A right);

    /**
     * A result.
     *
     * @param all everything that was folded
     * @param coverage what the inputs recorded
     */
    record Folded<A>(A all, Coverage coverage) {}
}
