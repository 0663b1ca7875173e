package dev.loomweight.fold;

/**
 * The score interval of a share (Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927), which
 * stays between 0 and 1 and does not shrink to a point where none or all of the observations had it.
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
