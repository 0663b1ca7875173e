package dev.loomweight.fold;

/** What folds gathered of the same samples. */
public interface Results {

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
