package dev.loomweight.pins.pinning.diff;

import java.util.Comparator;
import java.util.List;

/**
 * What moved all sites alike between two runs: the load, the machine, or the length of the work. It is the ratio that most
 * sites agree on; equal rates or equal work, if that explains about as many.
 *
 * @param logarithm of the ratio of the later run to the earlier one
 * @param variance of the logarithm
 */
record LoadChange(double logarithm, double variance) {

    static final LoadChange NONE = new LoadChange(0, 0);

    /** Sites that differ by less agree. */
    private static final double ALIKE = 0.1;

    /** Sites that differ by less than so many standard errors agree. */
    private static final double ERRORS = 2.5;

    /** No site is more exact than that from run to run. */
    private static final double MIN_ERROR = 0.04;

    /** A site with a smaller error has no more to say of what most agree on: else the largest one decides. */
    private static final double VOTING_ERROR = 0.1;

    /** A usual ratio explains as much as another if it explains this part of it. */
    private static final double USUAL = 0.5;

    /** What all pins have in common is said only where so large a part of several sites has it. */
    private static final double NEARLY_ALL = 0.7;

    private static final int SEVERAL = 3;

    /** A smaller difference is not worth a word. */
    private static final double SMALL = Math.log(1.15);

    /**
     * That of some sites.
     *
     * @param usual the logarithms of those ratios that need no other reason
     */
    static LoadChange of(List<LogRatio> sites, List<Double> usual) {
        double expected = mostAgreed(sites, usual);
        double found = mostAgreed(sites, sites.stream().map(LogRatio::value).toList());
        double best = agreed(sites, expected) >= USUAL * agreed(sites, found) ? expected : found;
        return at(best, sites);
    }

    /** That which nearly all sites agree on; none where they do not. */
    static LoadChange ofNearlyAll(List<LogRatio> sites) {
        double best = mostAgreed(sites, sites.stream().map(LogRatio::value).toList());
        double all = sites.stream().mapToDouble(LoadChange::vote).sum();
        return sites.size() >= SEVERAL && agreed(sites, best) >= NEARLY_ALL * all ? at(best, sites) : NONE;
    }

    private static LoadChange at(double best, List<LogRatio> sites) {
        double sum = 0;
        double weights = 0;
        double apart = 0;
        double agreed = 0;
        double others = 0;
        for (LogRatio site : sites) {
            if (agrees(site, best)) {
                sum += weight(site) * site.value();
                weights += weight(site);
                agreed += vote(site);
            } else {
                others += vote(site);
            }
            apart += vote(site) * Math.pow(site.value() - best, 2);
        }
        if (weights == 0) {
            return NONE;
        }
        // What few agree on is not known.
        return new LoadChange(sum / weights, others > agreed ? apart / (agreed + others) : 1 / weights);
    }

    private static double mostAgreed(List<LogRatio> sites, List<Double> candidates) {
        return candidates.stream()
                .max(Comparator.comparingDouble(candidate -> agreed(sites, candidate)))
                .orElse(0.0);
    }

    private static double agreed(List<LogRatio> sites, double candidate) {
        return sites.stream()
                .filter(site -> agrees(site, candidate))
                .mapToDouble(LoadChange::vote)
                .sum();
    }

    private static boolean agrees(LogRatio site, double candidate) {
        return Math.abs(site.value() - candidate) <= Math.max(ALIKE, ERRORS * Math.sqrt(site.variance()));
    }

    private static double vote(LogRatio site) {
        return 1 / (site.variance() + VOTING_ERROR * VOTING_ERROR);
    }

    private static double weight(LogRatio site) {
        return 1 / (site.variance() + MIN_ERROR * MIN_ERROR);
    }

    /** The ratio. */
    double ratio() {
        return Math.exp(logarithm);
    }

    /** Whether it is certain that it is not 1, and worth a word. */
    boolean isMoved() {
        return Math.abs(logarithm) > Math.max(SMALL, 3 * Math.sqrt(variance));
    }

    /** A ratio without what moved all alike. */
    LogRatio without(LogRatio site) {
        return new LogRatio(site.value() - logarithm, site.variance() + variance, site.degrees(), site.spreadKnown());
    }
}
