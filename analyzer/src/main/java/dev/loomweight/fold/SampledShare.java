package dev.loomweight.fold;

import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.apache.commons.math3.stat.interval.WilsonScoreInterval;

/**
 * A share that was found by looking at some moments: how many of them had it. Its error is that of sampling: the Wilson
 * score interval at 95 % (Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927), which
 * unlike the usual one is not empty where none or all of the moments had it.
 *
 * @param hits at how many moments it was found, 0 or more
 * @param of how many moments there were; at least as many
 */
public record SampledShare(long hits, long of) {

    private static final double CONFIDENCE = 0.95;

    public SampledShare {
        if (hits < 0 || of < hits) {
            throw new IllegalArgumentException(hits + " of " + of);
        }
    }

    /**
     * A share of observations that are not independent: their proportion counts, but with the error of fewer.
     *
     * @param hits how many observations had it
     * @param of how many there were
     * @param independent how many of them are independent; at most {@code of} are counted
     */
    public static SampledShare ofFewer(long hits, long of, long independent) {
        if (of == 0 || independent >= of) {
            return new SampledShare(hits, of);
        }
        long fewer = Math.max(1, independent);
        return new SampledShare(Math.round((double) hits / of * fewer), fewer);
    }

    /** The share, from 0 to 1; 0 where nothing was looked at. */
    public double value() {
        return of == 0 ? 0 : (double) hits / of;
    }

    /** The smallest share that is compatible with what was seen; 0 where nothing was looked at. */
    public double low() {
        return of == 0 ? 0 : interval().getLowerBound();
    }

    /** The largest share that is compatible with what was seen; 1 where nothing was looked at. */
    public double high() {
        return of == 0 ? 1 : interval().getUpperBound();
    }

    /** How far the share may be from its value, to the farther side, from 0 to 1. */
    public double error() {
        return Math.max(value() - low(), high() - value());
    }

    private ConfidenceInterval interval() {
        // More moments than an int can say have no error that matters.
        double shrink = Math.max(1, of / (double) (1 << 30));
        return new WilsonScoreInterval().createInterval((int) (of / shrink), (int) (hits / shrink), CONFIDENCE);
    }
}
