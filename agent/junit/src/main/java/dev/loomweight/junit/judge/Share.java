package dev.loomweight.junit.judge;

import java.util.Collection;
import java.util.List;

/**
 * Whose a pin is.
 *
 * @param spans the tests and classes that can have it, by their numbers, ascending; several where nothing recorded tells
 *     them apart: then the run has it, and none of them; none where nothing ran
 * @param others those that it may be of instead, by their numbers, ascending, and that do not have it
 * @param leftBy the test that created the thread and had ended when it was pinned, by its number: one of the above; -1
 *     where there is none
 * @param meanwhile the tests and classes that ran when a thread was pinned that is certainly of one that had ended, by
 *     their numbers, ascending
 * @param firstUse whether it is a wait for a class that another thread loaded: see {@link FirstUses}
 */
record Share(List<Integer> spans, List<Integer> others, int leftBy, List<Integer> meanwhile, boolean firstUse) {

    /** No test's. */
    static final Share NONE = new Share(List.of(), List.of(), -1);

    Share(List<Integer> spans, List<Integer> others, int leftBy) {
        this(spans, others, leftBy, List.of(), false);
    }

    Share {
        spans = List.copyOf(spans);
        others = List.copyOf(others);
        meanwhile = List.copyOf(meanwhile);
    }

    /** Of some, and of no others. */
    static Share of(Collection<Integer> spans) {
        return new Share(List.copyOf(spans), List.of(), -1);
    }

    /** Of a test that had ended, and that left the thread, which ran on while others ran. */
    static Share left(Collection<Integer> spans, Collection<Integer> meanwhile) {
        return new Share(
                List.copyOf(spans),
                List.of(),
                spans.isEmpty() ? -1 : spans.iterator().next(),
                List.copyOf(meanwhile),
                false);
    }

    /** The same, of waits for a class that another thread loaded. */
    Share ofFirstUse() {
        return new Share(spans, others, leftBy, meanwhile, true);
    }

    /** Whether it is of one of several, and nothing recorded shows of which. */
    boolean isUndecided() {
        return spans.size() > 1;
    }

    /** Whether it is of one alone. */
    boolean isCertain() {
        return spans.size() == 1 && others.isEmpty();
    }
}
