package dev.loomweight.fold;

import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * A share that was found by looking at some moments. Its error is that of sampling: the Wilson score interval at 95 %
 * (Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927), which unlike the usual one is not
 * empty where none or all of the looks had it.
 *
 * @param value the share, from 0 to 1; 0 where nothing was looked at
 * @param independent how many looks there were that say something of their own, 0 or more
 */
public record SampledShare(double value, long independent) {

    /** Of the normal distribution, for 95 %. */
    private static final double QUANTILE = new NormalDistribution().inverseCumulativeProbability(0.975);

    public SampledShare {
        if (!(value >= 0 && value <= 1) || independent < 0) {
            throw new IllegalArgumentException(value + " of " + independent);
        }
    }

    /**
     * A share of independent looks.
     *
     * @param hits how many had it, 0 or more
     * @param of how many there were; at least as many
     */
    public static SampledShare of(long hits, long of) {
        return of(hits, of, of);
    }

    /**
     * A share of looks that are not independent, such as those at several threads at one moment: all say what the share is,
     * with the error of fewer.
     *
     * @param hits how many had it, 0 or more
     * @param of how many there were; at least as many
     * @param independent how many of them are independent; not more than {@code of} are counted
     */
    public static SampledShare of(long hits, long of, long independent) {
        return new SampledShare(of == 0 ? 0 : (double) hits / of, of == 0 ? 0 : Math.max(1, Math.min(of, independent)));
    }

    /** The smallest share that is compatible with what was seen; 0 where nothing was looked at. */
    public double low() {
        return independent == 0 ? 0 : Math.clamp(middle() - half(), 0, value);
    }

    /** The largest share that is compatible with what was seen; 1 where nothing was looked at. */
    public double high() {
        return independent == 0 ? 1 : Math.clamp(middle() + half(), value, 1);
    }

    /** How far the share may be from its value, to the farther side, from 0 to 1. */
    public double error() {
        return Math.max(value - low(), high() - value);
    }

    private double middle() {
        double square = QUANTILE * QUANTILE;
        return (value + square / (2 * independent)) / (1 + square / independent);
    }

    private double half() {
        double square = QUANTILE * QUANTILE;
        double variance = value * (1 - value) / independent + square / (4.0 * independent * independent);
        return QUANTILE * Math.sqrt(variance) / (1 + square / independent);
    }
}
