package dev.loomweight.analysis.diff;

import dev.loomweight.report.Section;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/**
 * A fold over the samples of each of two inputs that ends in a section of what changed between them. The fold is under
 * the laws of {@link dev.loomweight.analysis.Analysis}, but for this: samples of one file are added in the order of the
 * file.
 *
 * @param <A> the accumulator of one input; mutable, confined to one thread at a time
 */
public interface Comparison<A> {

    /** The key of its section. */
    String id();

    /** The kinds of sample that it wants. */
    Interest interest();

    /** A new accumulator that holds nothing. */
    A empty();

    /** Adds one sample to the accumulator. Samples that the interest does not name are ignored. */
    void add(A into, Origin origin, Sample sample);

    /** Both together. May change and return {@code left}; {@code right} is not used again. */
    A merge(A left, A right);

    /** What changed from one input to the other; without blocks where the two cannot be compared. */
    Section between(A before, A after);

    /** What changed within one input, from its first moment to its last; without blocks where it has only one. */
    Section within(A all);
}
