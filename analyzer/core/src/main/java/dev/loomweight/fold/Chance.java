package dev.loomweight.fold;

import org.apache.commons.math3.distribution.TDistribution;

/** What chance alone can do. */
public final class Chance {

    private Chance() {}

    /**
     * How many standard errors chance exceeds on either side with a given probability: the quantile of Student's
     * distribution.
     *
     * @param probability of both sides together, above 0 and below 1
     * @param degreesOfFreedom of the estimated error, 1 or more
     */
    public static double standardErrors(double probability, int degreesOfFreedom) {
        return new TDistribution(degreesOfFreedom).inverseCumulativeProbability(1 - probability / 2);
    }
}
