package dev.loomweight.junit.judge;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;

/** Numbered intervals, to find those that meet another. Fast where few of them overlap. */
final class Intervals {

    private final List<Interval> byStart;
    // The last end of all up to each.
    private final long[] ends;

    /**
     * One interval.
     *
     * @param number whose it is
     * @param from its start, inclusive
     * @param to its end, inclusive
     */
    record Interval(int number, long from, long to) {}

    Intervals(List<Interval> all) {
        byStart = all.stream()
                .sorted(Comparator.comparingLong(Interval::from).thenComparingInt(Interval::number))
                .toList();
        ends = byStart.stream().mapToLong(Interval::to).toArray();
        Arrays.parallelPrefix(ends, Math::max);
    }

    /** Whether any shares at least a point with this one. */
    boolean meets(long from, long to) {
        int low = startingUpTo(to);
        return low > 0 && ends[low - 1] >= from;
    }

    /** Hands over the numbers of those that share at least a point with this one. */
    void meeting(long from, long to, IntConsumer found) {
        for (int i = startingUpTo(to) - 1; i >= 0 && ends[i] >= from; i--) {
            if (byStart.get(i).to() >= from) {
                found.accept(byStart.get(i).number());
            }
        }
    }

    /** How many begin by a point: they come first. */
    private int startingUpTo(long to) {
        int low = 0;
        int high = byStart.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byStart.get(middle).from() <= to) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
