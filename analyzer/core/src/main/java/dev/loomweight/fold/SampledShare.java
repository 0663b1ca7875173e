package dev.loomweight.fold;

import dev.loomweight.fold.Sampled.ScoreInterval;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * A share that was found by looking at some moments. Its error is that of sampling: the score interval of Wilson at 95 %.
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
        return independent == 0 ? 0 : interval().low();
    }

    /** The largest share that is compatible with what was seen; 1 where nothing was looked at. */
    public double high() {
        return independent == 0 ? 1 : interval().high();
    }

    /** How far the share may be from its value, to the farther side, from 0 to 1. */
    public double error() {
        return Math.max(value - low(), high() - value);
    }

    private ScoreInterval interval() {
        return ScoreInterval.of(value, (double) independent, QUANTILE);
    }
}
