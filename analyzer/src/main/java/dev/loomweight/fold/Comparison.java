package dev.loomweight.fold;

import dev.loomweight.report.Section;

/**
 * A fold over two inputs, one at a time, whose result is a section on what changed between them. Samples of one file are
 * added in the order of the file.
 *
 * @param <A> the accumulator of one input; mutable, confined to one thread at a time
 */
public interface Comparison<A> extends Fold<A> {

    /** The id of its section. */
    String id();

    /** What changed from one input to the other; without blocks if the two cannot be compared. */
    Section between(Folded<A> before, Folded<A> after);

    /** What changed within one input, from its first snapshot to its last; without blocks if it has only one. */
    Section within(Folded<A> all);
}
