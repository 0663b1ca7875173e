package dev.loomweight.fold;

import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/**
 * What is gathered of samples, under the laws of {@link Fold}. Mutable, confined to one thread at a time.
 *
 * @param <S> its own type
 */
public interface State<S extends State<S>> {

    /** Adds one sample. Ignores samples that its fold has no interest in. */
    void add(Origin origin, Sample sample);

    /** Adds all of the other, which must not be used again. */
    void merge(S other);
}
