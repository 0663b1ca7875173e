package dev.loomweight.analysis.diff;

import java.util.List;

/** The list of all comparisons, in the order of a report. */
public final class Comparisons {

    /** All of them. */
    public static final List<Comparison<?>> ALL = List.of(new MemoryComparison());

    private Comparisons() {}
}
