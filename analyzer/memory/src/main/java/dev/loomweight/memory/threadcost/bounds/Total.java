package dev.loomweight.memory.threadcost.bounds;

import java.util.ArrayList;
import java.util.List;

/**
 * That the chunks of all sites together take so much: a number of chunks of each site times its mean, between two sums.
 *
 * @param counts of each site; below 0 for those that are subtracted
 * @param leastBytes the least sum
 * @param mostBytes the most
 */
record Total(List<Long> counts, double leastBytes, double mostBytes) {

    /**
     * The bounds of each mean that it leaves of those before: the narrowest such that each value between them is the mean of
     * a site in some case that fulfils it. Nothing if no case does.
     */
    List<MeanBounds> narrow(List<MeanBounds> before) {
        if (isMoreThan(before) || without(-1, before, false) > mostBytes + slack()) {
            return List.of();
        }
        List<MeanBounds> after = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            after.add(
                    counts.get(i) == 0
                            ? before.get(i)
                            : narrow(i, before, without(i, before, false), without(i, before, true)));
        }
        return after;
    }

    /** Whether it is more than all can take. */
    boolean isMoreThan(List<MeanBounds> bounds) {
        return without(-1, bounds, true) < leastBytes - slack();
    }

    // Rounding must not exclude the one case that there is.
    private double slack() {
        return 1e-9 * (Math.abs(leastBytes) + Math.abs(mostBytes));
    }

    private MeanBounds narrow(int site, List<MeanBounds> before, double leastOfOthers, double mostOfOthers) {
        double one = (leastBytes - mostOfOthers) / counts.get(site);
        double other = (mostBytes - leastOfOthers) / counts.get(site);
        double least = Math.max(before.get(site).leastEach(), Math.min(one, other));
        double most = Math.min(before.get(site).mostEach(), Math.max(one, other));
        return new MeanBounds(Math.min(least, most), Math.max(least, most));
    }

    private double without(int site, List<MeanBounds> before, boolean most) {
        double sum = 0;
        for (int i = 0; i < counts.size(); i++) {
            sum += i == site ? 0 : most ? most(i, before) : least(i, before);
        }
        return sum;
    }

    private double least(int site, List<MeanBounds> bounds) {
        return product(
                counts.get(site),
                counts.get(site) > 0
                        ? bounds.get(site).leastEach()
                        : bounds.get(site).mostEach());
    }

    private double most(int site, List<MeanBounds> bounds) {
        return product(
                counts.get(site),
                counts.get(site) > 0
                        ? bounds.get(site).mostEach()
                        : bounds.get(site).leastEach());
    }

    // None of an unbounded size is nothing.
    private static double product(long count, double each) {
        return count == 0 ? 0 : count * each;
    }
}
