package dev.loomweight.kernel.faults;

import java.util.Set;

/**
 * What must be so of a fact.
 *
 * @param fact what is asked
 * @param values of which one must be among those that were observed
 * @param see how the fact can be observed, as a sentence without its full stop; empty where a signature cannot do without it
 */
record FactCondition(Fact fact, Set<String> values, String see) {

    /** What is known of a condition. */
    enum Answer {
        YES,
        NO,
        UNKNOWN
    }

    FactCondition {
        values = Set.copyOf(values);
    }

    Answer of(Facts facts) {
        return !facts.has(fact) ? Answer.UNKNOWN : facts.is(fact, values) ? Answer.YES : Answer.NO;
    }
}
