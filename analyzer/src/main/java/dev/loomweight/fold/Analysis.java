package dev.loomweight.fold;

import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;

/**
 * A fold over samples that ends in a section of a report.
 *
 * @param <A> the accumulator; mutable, confined to one thread at a time
 */
public interface Analysis<A> extends Fold<A> {

    /** The key of its section. */
    String id();

    /**
     * The section.
     *
     * @param all everything that was folded; not changed
     * @param coverage what the inputs could tell
     */
    Section finish(A all, Coverage coverage);
}
