package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What several runs of one program differ by, which the slices of one run cannot show: the error of a difference between
 * two sides of several runs each. What moves all sites of a run alike, its load, is none of a single site.
 */
final class BetweenRuns {

    /** The sites of a program share what the machine does; together they count as so many further runs. */
    private static final int OF_ALL_SITES = 4;

    /** Only where several sites move is it known what moves all. */
    private static final int SEVERAL = 3;

    /** A site with a smaller error has no more to say of the load of a run. */
    private static final double VOTING_ERROR = 0.1;

    /** No site has so much of the load of a run that less than this part of its own error is left. */
    private static final double MIN_LEFT = 0.2;

    private final PinCensus before;
    private final PinCensus after;
    private final Runs earlier;
    private final Runs later;

    BetweenRuns(PinCensus before, Runs earlier, PinCensus after, Runs later) {
        this.before = before;
        this.after = after;
        this.earlier = earlier;
        this.later = later;
    }

    /** Whether a side has several runs, so that they show how much runs differ. */
    boolean isKnown() {
        return earlier.count() + later.count() > 2;
    }

    /** The ratios of the numbers of pins, with the error that runs leave. */
    List<@Nullable LogRatio> numbers(List<SiteMatch> matches, List<@Nullable LogRatio> within) {
        return widened(
                matches, within, (sum, amount) -> amount > 0 ? Math.log((sum.count() + 0.5) / amount) : Double.NaN);
    }

    /** The ratios of the times for each pin, with the error that runs leave. */
    List<@Nullable LogRatio> times(List<SiteMatch> matches, List<@Nullable LogRatio> within) {
        return widened(
                matches,
                within,
                (sum, amount) -> sum.nanos() > 0 ? Math.log((double) sum.nanos() / sum.count()) : Double.NaN);
    }

    /** An amount of the pins of a site in one run. */
    private interface Amount {
        /** Its logarithm; not a number where the run does not show it. */
        double of(Sum sum, double ofRun);
    }

    private List<@Nullable LogRatio> widened(List<SiteMatch> matches, List<@Nullable LogRatio> within, Amount amount) {
        if (!isKnown()) {
            return within;
        }
        List<double @Nullable []> deviations = new ArrayList<>();
        for (int i = 0; i < matches.size(); i++) {
            Site was = matches.get(i).before();
            Site is = matches.get(i).together();
            deviations.add(
                    was == null || is == null || within.get(i) == null
                            ? null
                            : DoubleStream.concat(
                                            deviations(was, before, earlier, amount),
                                            deviations(is, after, later, amount))
                                    .toArray());
        }
        double[] variances = new double[matches.size()];
        int[] degrees = new int[matches.size()];
        for (int i = 0; i < matches.size(); i++) {
            double[] own = deviations.get(i);
            if (own != null) {
                long known = Arrays.stream(own).filter(Double::isFinite).count();
                degrees[i] = (int) Math.max(0, known - 2 + ofOne());
                variances[i] = degrees[i] == 0 ? 0 : variance(i, deviations, within) / degrees[i] * ofMeans();
            }
        }
        return widened(within, variances, degrees);
    }

    /** A side of one run has no mean that costs a degree of freedom. */
    private int ofOne() {
        return (earlier.count() == 1 ? 1 : 0) + (later.count() == 1 ? 1 : 0);
    }

    private double ofMeans() {
        return 1.0 / earlier.count() + 1.0 / later.count();
    }

    /** What the runs of a side differ from their mean by; nothing of one run. */
    private static DoubleStream deviations(Site site, PinCensus census, Runs runs, Amount amount) {
        if (runs.count() == 1) {
            return DoubleStream.empty();
        }
        List<Sum> sums = runs.sums(site);
        double[] values = IntStream.range(0, sums.size())
                .mapToDouble(run -> amount.of(sums.get(run), runs.amount(census, run)))
                .toArray();
        double mean = Arrays.stream(values).filter(Double::isFinite).average().orElse(Double.NaN);
        return Arrays.stream(values).map(value -> value - mean);
    }

    /** The sum of the squares: of what a site differs by, or of what the load of its runs leaves of it, whichever is less. */
    private static double variance(int site, List<double @Nullable []> all, List<@Nullable LogRatio> within) {
        double[] own = Objects.requireNonNull(all.get(site));
        double squares = 0;
        double left = 0;
        for (int run = 0; run < own.length; run++) {
            if (!Double.isFinite(own[run])) {
                continue;
            }
            double sum = 0;
            double weights = 0;
            double ofSite = 0;
            int sites = 0;
            for (int i = 0; i < all.size(); i++) {
                double[] other = all.get(i);
                LogRatio ratio = within.get(i);
                if (other != null && ratio != null && Double.isFinite(other[run])) {
                    double weight = 1 / (ratio.variance() + VOTING_ERROR * VOTING_ERROR);
                    sum += weight * other[run];
                    weights += weight;
                    ofSite = i == site ? weight : ofSite;
                    sites++;
                }
            }
            squares += own[run] * own[run];
            double rest = sites < SEVERAL ? own[run] : own[run] - sum / weights;
            left += rest * rest / (sites < SEVERAL ? 1 : Math.max(MIN_LEFT, 1 - ofSite / weights));
        }
        return Math.min(squares, left);
    }

    /** The ratios with an error that is as much more as runs differ by more than the slices of one do. */
    private static List<@Nullable LogRatio> widened(
            List<@Nullable LogRatio> within, double[] variances, int[] degrees) {
        double[] factors = IntStream.range(0, within.size())
                .filter(i -> within.get(i) != null && degrees[i] > 0)
                .mapToDouble(i ->
                        variances[i] / Objects.requireNonNull(within.get(i)).variance())
                .sorted()
                .toArray();
        int shared = factors.length < SEVERAL ? 0 : OF_ALL_SITES;
        double usual = factors.length == 0 ? 1 : Math.max(1, factors[factors.length / 2]);
        List<@Nullable LogRatio> widened = new ArrayList<>();
        for (int i = 0; i < within.size(); i++) {
            LogRatio ratio = within.get(i);
            if (ratio == null || degrees[i] == 0) {
                widened.add(ratio);
                continue;
            }
            int all = degrees[i] + shared;
            double factor = (degrees[i] * variances[i] / ratio.variance() + shared * usual) / all;
            widened.add(new LogRatio(
                    ratio.value(),
                    Math.max(1, factor) * ratio.variance(),
                    Math.min(all, ratio.degrees()),
                    ratio.spreadKnown()));
        }
        return widened;
    }
}
