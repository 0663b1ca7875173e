package dev.loomweight.kernel.subject;

import dev.loomweight.report.Section;

/**
 * The difference between the readings of two inputs, as a section. Samples of one file are added in the order of the
 * file.
 *
 * @param <R> the reading: figures and verdicts as data, without words
 */
public interface Comparison<R> {

    /** The change from one input to the other; without blocks if the two cannot be compared. */
    Section changes(R before, R after);

    /** The change within one input, from its first snapshot to its last; without blocks if it has only one. */
    Section within(R all);
}
