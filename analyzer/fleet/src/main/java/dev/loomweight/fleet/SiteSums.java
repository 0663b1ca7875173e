package dev.loomweight.fleet;

import dev.loomweight.fold.Sum;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The pins of one site in some recordings. Merging does not depend on the order.
 *
 * @param sum how many, and how long
 * @param recordings in how many recordings
 * @param own whether code of the application's own holds the carrier, or called what does
 * @param causeIds the keys of its causes
 * @param causes its causes in words
 * @param solution what to do; may be empty
 */
public record SiteSums(
        Sum sum, long recordings, boolean own, SortedSet<String> causeIds, SortedSet<String> causes, String solution) {

    /** @throws IllegalArgumentException if a number is negative */
    public SiteSums {
        GroupSums.notNegative(sum.count(), sum.nanos(), sum.maxNanos(), recordings);
    }

    /** Both together; of two solutions, the first in alphabetical order stays. */
    SiteSums and(SiteSums other) {
        boolean others = solution.isEmpty() || (!other.solution.isEmpty() && other.solution.compareTo(solution) < 0);
        return new SiteSums(
                sum.plus(other.sum),
                recordings + other.recordings,
                own || other.own,
                union(causeIds, other.causeIds),
                union(causes, other.causes),
                others ? other.solution : solution);
    }

    private static SortedSet<String> union(SortedSet<String> one, SortedSet<String> other) {
        if (one.containsAll(other)) {
            return one;
        }
        SortedSet<String> both = new TreeSet<>(one);
        both.addAll(other);
        return both;
    }
}
