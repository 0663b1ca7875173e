package dev.loomweight.junit.judge;

import java.util.List;

/**
 * Whose a pin is.
 *
 * @param spans the tests and classes that it can be of, by their numbers, ascending; several where nothing recorded tells
 *     them apart, none where nothing ran
 * @param leftBy the test that created the thread and had ended when it was pinned, by its number; -1 where there is none
 */
record Share(List<Integer> spans, int leftBy) {

    /** No test's. */
    static final Share NONE = new Share(List.of(), -1);

    Share {
        spans = List.copyOf(spans);
    }

    /** Whether it is of one alone. */
    boolean isCertain() {
        return spans.size() == 1;
    }
}
