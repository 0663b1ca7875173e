package dev.loomweight.subject;

import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.OfFold;
import dev.loomweight.report.Section;

/**
 * Makes a section on what changed between two inputs, of what a fold gathers of each. Samples of one file are added in
 * the order of the file.
 *
 * @param <A> what the fold gathers
 */
public interface Comparison<A> extends OfFold<A> {

    /** The id of its section. */
    String id();

    /** What changed from one input to the other; without blocks if the two cannot be compared. */
    Section between(Folded<A> before, Folded<A> after);

    /** What changed within one input, from its first snapshot to its last; without blocks if it has only one. */
    Section within(Folded<A> all);
}
