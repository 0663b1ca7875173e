package dev.loomweight.subject;

import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.OfFold;
import dev.loomweight.report.Section;

/**
 * What is read of each of two inputs, and what changed from one to the other, as a section. Samples of one file are added
 * in the order of the file.
 *
 * @param <A> what the fold gathers
 * @param <R> what is read of it: figures and verdicts as data, without words
 */
public interface Comparison<A, R> extends OfFold<A> {

    /** The id of its section. */
    String id();

    /** What an input shows. */
    R read(Folded<A> input);

    /** What the earlier of two inputs shows. */
    default R readEarlier(Folded<A> input) {
        return read(input);
    }

    /** Says what changed from one input to the other; without blocks if the two cannot be compared. */
    Section changes(R before, R after);

    /** The section on two inputs. */
    default Section between(Folded<A> before, Folded<A> after) {
        return changes(readEarlier(before), read(after));
    }

    /** Says what changed within one input, from its first snapshot to its last; without blocks if it has only one. */
    Section within(Folded<A> all);
}
