package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Chance;
import dev.loomweight.fold.SlicedSpread;
import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus.Site;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The natural logarithm of a ratio of the later run to the earlier one, with the error that both runs' own spread leaves.
 *
 * @param value of the ratio; 0 where both are equal
 * @param variance of the value
 * @param degrees the degrees of freedom of the variance, 1 or more
 * @param spreadKnown whether the variance is that of the runs; else it is assumed
 */
record LogRatio(double value, double variance, int degrees, boolean spreadKnown) {

    private static final int MAX_DEGREES = 2 * (SlicedSpread.SLICES - 1);

    /** Fewer pins a side say nothing of the time for each. */
    private static final int MIN_TIMED = 5;

    /** Fewer pins cannot show that they come more regularly than by chance. */
    private static final double REGULAR = 10;

    /** So much of the variance of chance is left of the most regular pins. */
    private static final double MIN_DISPERSION = 0.05;

    /** More comes of bursts, whose number and size are so few observations that they can spread twice as much. */
    private static final double BURSTS = 1.7;

    private static final double ASSUMED_DISPERSION = 2;
    private static final double ASSUMED_VARIATION = 2;

    /**
     * That of the numbers of pins, for equal times of recording.
     *
     * @param all by slice, the pins of all sites of the earlier and of the later run
     * @param lengths the length of the later run in lengths of the earlier one, above 0
     * @param isOneOfSeveral whether what moves all sites of a slice alike is left out
     */
    static LogRatio ofNumbers(Site before, Site after, Slices all, double lengths, boolean isOneOfSeveral) {
        double was = before.sum().count();
        double is = after.sum().count();
        boolean known = before.spread().isKnown() && after.spread().isKnown();
        double dispersion = known
                ? Math.max(
                        dispersion(before.spread(), isOneOfSeveral ? all.before : null),
                        dispersion(after.spread(), isOneOfSeveral ? all.after : null))
                : ASSUMED_DISPERSION;
        double most = Math.max(Math.max(dispersion, MIN_DISPERSION), Math.min(1, REGULAR / Math.min(was, is)));
        return new LogRatio(
                Math.log((is + most / 2) / (was + most / 2) / lengths),
                most * (1 / (was + most / 2) + 1 / (is + most / 2)) + ofThreshold(before, after),
                MAX_DEGREES,
                known);
    }

    /** A pace that differs a little moves pins over the threshold, or under it: in number, and what is left in length. */
    private static double ofThreshold(Site before, Site after) {
        double marginal = Math.max(
                (double) before.spread().marginal() / before.sum().count(),
                (double) after.spread().marginal() / after.sum().count());
        return marginal * marginal / 4;
    }

    /** How many pins that come independently spread as much as these. */
    static double independent(Site site) {
        double dispersion = site.spread().isKnown() ? dispersion(site.spread(), null) : 1;
        return site.sum().count() / (dispersion > BURSTS ? 2 * dispersion : 1);
    }

    /** The pins of all sites of two runs, by slice. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Slices(double[] before, double[] after) {

        static double[] of(List<Site> sites) {
            double[] sums = new double[SlicedSpread.SLICES];
            for (Site site : sites) {
                List<Long> counts = site.spread().counts();
                for (int i = 0; i < counts.size(); i++) {
                    sums[i] += counts.get(i);
                }
            }
            return sums;
        }
    }

    /**
     * The variance of the number of pins in units of that of chance, from the slices of the run: of the numbers, or of what
     * they differ from a constant share of all sites, whichever is less.
     */
    private static double dispersion(SlicedSpread spread, double @Nullable [] all) {
        double count = count(spread);
        double[] even = new double[SlicedSpread.SLICES];
        Arrays.fill(even, count / SlicedSpread.SLICES);
        double own = squares(spread.counts(), even);
        if (all != null) {
            double sum = Arrays.stream(all).sum();
            own = Math.min(
                    own,
                    squares(
                            spread.counts(),
                            Arrays.stream(all).map(of -> count * of / sum).toArray()));
        }
        return own * SlicedSpread.SLICES / (SlicedSpread.SLICES - 1) / Math.max(1, count);
    }

    private static double squares(List<? extends Number> values, double[] expected) {
        double sum = 0;
        for (int i = 0; i < expected.length; i++) {
            sum += Math.pow(values.get(i).doubleValue() - expected[i], 2);
        }
        return sum;
    }

    /** That of the mean time for each pin; null where there are too few pins. */
    static @Nullable LogRatio ofTimes(Site before, Site after) {
        Sum was = before.sum();
        Sum is = after.sum();
        if (Math.min(was.count(), is.count()) < MIN_TIMED || was.nanos() == 0 || is.nanos() == 0) {
            return null;
        }
        double value = Math.log((double) is.nanos() / is.count() / ((double) was.nanos() / was.count()));
        return between(before, ofMean(was, before.spread()), after, ofMean(is, after.spread()), value);
    }

    /**
     * That of the usual time for a pin, the mean of the logarithms: of lengths that spread widely it is known better than
     * the mean, which a few long ones move. Null where there are too few pins, or their logarithms are not known.
     */
    static @Nullable LogRatio ofUsualTimes(Site before, Site after) {
        SlicedSpread was = before.spread();
        SlicedSpread is = after.spread();
        if (Math.min(count(was), count(is)) < MIN_TIMED
                || was.logs().isEmpty()
                || is.logs().isEmpty()) {
            return null;
        }
        return between(before, ofMeanLog(was), after, ofMeanLog(is), meanLog(is) - meanLog(was));
    }

    /** Of two amounts with their variances, in squares of themselves. */
    private static LogRatio between(Site before, double earlier, Site after, double later, double value) {
        // Welch and Satterthwaite: the smaller one may have most of the variance.
        double degrees = (earlier + later)
                * (earlier + later)
                / (earlier * earlier / (before.sum().count() - 1)
                        + later * later / (after.sum().count() - 1));
        return new LogRatio(
                value,
                earlier + later + ofThreshold(before, after),
                Double.isNaN(degrees) ? 1 : Math.clamp((long) degrees, 1, MAX_DEGREES),
                before.spread().isKnown() && after.spread().isKnown());
    }

    private static long count(SlicedSpread spread) {
        return spread.counts().stream().mapToLong(Long::longValue).sum();
    }

    private static double meanLog(SlicedSpread spread) {
        return spread.logs().stream().mapToDouble(Double::doubleValue).sum() / count(spread);
    }

    /** The variance of a mean logarithm: of independent lengths, or from the slices, whichever is more. */
    private static double ofMeanLog(SlicedSpread spread) {
        long count = count(spread);
        double mean = meanLog(spread);
        double independent = Math.max(0, spread.logSquares() / count - mean * mean) / Math.max(1, count - 1);
        double[] expected =
                spread.counts().stream().mapToDouble(each -> each * mean).toArray();
        double slices =
                squares(spread.logs(), expected) * SlicedSpread.SLICES / (SlicedSpread.SLICES - 1) / count / count;
        return Math.max(independent, slices);
    }

    /**
     * The variance of a mean length in squares of the mean: of independent lengths, or from the slices, where long ones come
     * together, whichever is more.
     */
    private static double ofMean(Sum sum, SlicedSpread spread) {
        if (!spread.isKnown()) {
            return ASSUMED_VARIATION * ASSUMED_VARIATION / sum.count();
        }
        long count = count(spread);
        double nanos = spread.nanos().stream().mapToDouble(Long::doubleValue).sum();
        double mean = nanos / count;
        double independent = Math.max(0, spread.squares() / count / mean / mean - 1) / Math.max(1, count - 1);
        double[] expected =
                spread.counts().stream().mapToDouble(each -> each * mean).toArray();
        double slices =
                squares(spread.nanos(), expected) * SlicedSpread.SLICES / (SlicedSpread.SLICES - 1) / nanos / nanos;
        return Math.max(independent, slices);
    }

    /** The smallest ratio above 1 that chance does not reach with that probability, on either side. */
    double beyondChance(double probability) {
        return Math.exp(Chance.standardErrors(probability, degrees) * Math.sqrt(variance));
    }
}
