package dev.loomweight.fold;

import dev.loomweight.amount.DurationHistogram;
import java.util.List;

/**
 * Figures that are alike, counted together: how long they were, and of which threads. Many stacks share one where they are
 * too many for a histogram each.
 *
 * @param process whose they are
 * @param durations how long they were
 * @param threads of how many threads; an estimate above 1024
 * @param exact whether that number is exact
 * @param sample the ids of those of its threads that were chosen of all threads of the process
 * @param complete whether all were chosen
 */
public record Family(
        String process, DurationHistogram durations, long threads, boolean exact, List<Long> sample, boolean complete) {

    public Family {
        sample = List.copyOf(sample);
    }

    /** Whether its sample is all that is known of its threads, so that those of others can be counted with them. */
    boolean isRetained() {
        return complete || (!exact && sample.size() == DistinctThreads.CAPACITY);
    }

    // Two are the same only if they are one.
    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
