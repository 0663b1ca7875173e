package dev.loomweight.cli;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code [tests]} of a file of budgets: what the gate of JUnit tests takes where their annotations say nothing.
 *
 * @param every whether tests without an annotation must not pin either
 * @param atMost how many pins such a test may have, 0 or more; null where the file does not say
 * @param longest the duration over which one of its pins fails it, or null where the file does not say
 * @param own prefixes of the classes whose pins count; if empty, those of the file
 * @param includeClassLoading whether pins of loading and initializing classes count
 */
public record TestsTable(
        boolean every,
        @Nullable Long atMost,
        @Nullable Duration longest,
        List<String> own,
        boolean includeClassLoading) {

    /** No table: annotated tests alone are judged. */
    public static final TestsTable NONE = new TestsTable(false, null, null, List.of(), false);

    static final String EVERY = "every";
    static final String AT_MOST = "at-most";
    static final String LONGEST = "longest";
    static final String OWN = "own";
    static final String CLASS_LOADING = "include-class-loading";
    static final Set<String> KEYS = Set.of(EVERY, AT_MOST, LONGEST, OWN, CLASS_LOADING);

    public TestsTable {
        own = List.copyOf(own);
    }
}
