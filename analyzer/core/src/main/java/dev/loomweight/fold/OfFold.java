package dev.loomweight.fold;

/**
 * What is made of what a {@link Fold} gathers: an analysis, a comparison, or nothing but that.
 *
 * @param <A> what the fold gathers
 */
public interface OfFold<A> {

    /** The fold. Equal ones are folded once in a pass, for all who ask. */
    Fold<A> fold();
}
