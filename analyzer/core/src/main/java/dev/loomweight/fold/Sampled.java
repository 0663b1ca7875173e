package dev.loomweight.fold;

import java.util.function.IntToLongFunction;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A share or a mean that was seen at some moments, with its 95 % confidence interval.
 *
 * <p>What is seen at one moment is not independent: threads wait for the same lock together. So each moment is one cluster,
 * and the value is a ratio of two sums over clusters, whose variance follows from the residuals (Cochran, <i>Sampling
 * Techniques</i>, 1977, chapter 6). Nor are moments that follow each other independent: the same wait can be seen
 * twice. So up to 20 batches of moments in order take their place (batch means: Schmeiser, <i>Batch Size Effects in the
 * Analysis of Simulation Output</i>, 1982), and what correlation is left between neighbours, corrected for its bias
 * (Kendall, 1954), widens the interval and takes degrees of freedom. For a share the interval is Wilson's, with the
 * effective number of observations that has the same variance (Korn and Graubard, <i>Confidence Intervals for
 * Proportions with Small Expected Number of Positive Counts</i>, 1998; Dean and Pagano, 2015), so that it stays between
 * 0 and 1 and does not shrink to a point where nothing or all was seen.
 *
 * @param value the share or mean; 0 where nothing was observed
 * @param low the lower end of the interval, or NaN with fewer than {@link #MIN_MOMENTS} moments
 * @param high the upper end, or NaN as {@code low}
 * @param moments how many moments there are
 */
public record Sampled(double value, double low, double high, int moments) {

    /** With fewer moments no interval is given. */
    public static final int MIN_MOMENTS = 10;

    private static final int MAX_BATCHES = 20;
    private static final double MAX_CORRELATION = 0.8;
    private static final double QUANTILE = 0.975;

    /** The sums of one batch after the other, and what follows from them. */
    private record Spread(double ratio, double total, double variance, double quantile) {}

    /** Whether it has an interval. */
    public boolean hasInterval() {
        return !Double.isNaN(low);
    }

    /**
     * A share.
     *
     * @param moments how many moments there are
     * @param hits how many had it at each moment, at least 0 and at most {@code of}
     * @param of how many there were at each moment
     */
    public static Sampled share(int moments, IntToLongFunction hits, IntToLongFunction of) {
        Spread spread = spread(moments, hits, of);
        double share = spread.ratio();
        if (Double.isNaN(spread.variance())) {
            return new Sampled(share, Double.NaN, Double.NaN, moments);
        }
        double effective = spread.total();
        if (share <= 0 || share >= 1) {
            // As many as there are moments: those of one moment can depend on each other entirely.
            effective = Math.min(effective, moments);
        } else if (spread.variance() > 0) {
            effective = Math.min(effective, share * (1 - share) / spread.variance());
        }
        ScoreInterval interval = ScoreInterval.of(share, effective, spread.quantile());
        return new Sampled(share, interval.low(), interval.high(), moments);
    }

    /**
     * The mean of a number, which is not negative.
     *
     * @param moments how many moments there are
     * @param values the number at each
     */
    public static Sampled mean(int moments, IntToLongFunction values) {
        Spread spread = spread(moments, values, moment -> 1);
        double half = spread.quantile() * Math.sqrt(spread.variance());
        double mean = spread.ratio();
        return new Sampled(mean, Double.isNaN(half) ? half : Math.max(0, mean - half), mean + half, moments);
    }

    private static Spread spread(int moments, IntToLongFunction hits, IntToLongFunction of) {
        int batches = Math.min(moments, MAX_BATCHES);
        double[] seen = new double[batches];
        double[] there = new double[batches];
        double allSeen = 0;
        double all = 0;
        for (int i = 0; i < moments; i++) {
            int batch = (int) ((long) i * batches / moments);
            seen[batch] += hits.applyAsLong(i);
            there[batch] += of.applyAsLong(i);
            allSeen += hits.applyAsLong(i);
            all += of.applyAsLong(i);
        }
        double ratio = all == 0 ? 0 : allSeen / all;
        if (moments < MIN_MOMENTS || all == 0) {
            return new Spread(ratio, all, Double.NaN, Double.NaN);
        }
        double squares = 0;
        double neighbours = 0;
        double before = 0;
        for (int i = 0; i < batches; i++) {
            double residual = seen[i] - ratio * there[i];
            squares += residual * residual;
            neighbours += residual * before;
            before = residual;
        }
        double correlation = squares > 0 ? neighbours / squares : 0;
        double corrected =
                squares > 0 ? Math.clamp(correlation + (1 + 4 * correlation) / batches, 0, MAX_CORRELATION) : 0;
        double factor = (1 + corrected) / (1 - corrected);
        double variance = factor * batches / (batches - 1) * squares / (all * all);
        double freedom = Math.max(2, batches / factor - 1);
        return new Spread(ratio, all, variance, new TDistribution(freedom).inverseCumulativeProbability(QUANTILE));
    }

    /**
     * The score interval of a share (Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
     * 1927), which stays between 0 and 1 and does not shrink to a point where none or all of the observations had it.
     *
     * @param low the lower end, at most the share
     * @param high the upper end, at least the share
     */
    record ScoreInterval(double low, double high) {

        /**
         * The interval.
         *
         * @param share from 0 to 1
         * @param observations how many independent ones there were, or their effective number; positive
         * @param quantile of the distribution of the error, such as 1.96 for 95 % of the normal one
         */
        static ScoreInterval of(double share, double observations, double quantile) {
            double square = quantile * quantile;
            double middle = (share + square / (2 * observations)) / (1 + square / observations);
            double half = quantile
                    * Math.sqrt(share * (1 - share) / observations + square / (4 * observations * observations))
                    / (1 + square / observations);
            // Rounding may not leave the share outside.
            return new ScoreInterval(Math.clamp(middle - half, 0, share), Math.clamp(middle + half, share, 1));
        }
    }
}
