package dev.loomweight.fold;

import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;

/**
 * A fold over samples whose result is a section of a report.
 *
 * @param <A> the accumulator; mutable, confined to one thread at a time
 */
public interface Analysis<A> extends Fold<A> {

    /** The id of its section. */
    String id();

    /**
     * Makes the section.
     *
     * @param all everything that was folded; not changed
     * @param coverage what the inputs recorded
     */
    Section finish(A all, Coverage coverage);
}
