package dev.loomweight.subject;

import dev.loomweight.report.Section;

/**
 * What changed from the reading of one input to that of another, as a section. Samples of one file are added in the order
 * of the file.
 *
 * @param <R> the reading: figures and verdicts as data, without words
 */
public interface Comparison<R> {

    /** What changed from one input to the other; without blocks if the two cannot be compared. */
    Section changes(R before, R after);

    /** What changed within one input, from its first snapshot to its last; without blocks if it has only one. */
    Section within(R all);
}
