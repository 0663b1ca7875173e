package dev.loomweight.memory.threadcost.bounds;

/**
 * The mean stack chunk of a site lies between these, in bytes for each thread.
 *
 * @param leastEach 0 or more
 * @param mostEach the most; infinite where nothing bounds it
 */
public record MeanBounds(double leastEach, double mostEach) {

    /** What is between both; the least exceeds the most where nothing is. */
    MeanBounds and(MeanBounds other) {
        return new MeanBounds(Math.max(leastEach, other.leastEach), Math.min(mostEach, other.mostEach));
    }

    /** The same, wider by a factor at both ends. */
    MeanBounds widened(double by) {
        return new MeanBounds(leastEach / by, mostEach * by);
    }

    /** By what factor they differ; infinite where they bound nothing. */
    public double factor() {
        return leastEach == 0 ? Double.POSITIVE_INFINITY : mostEach / leastEach;
    }

    /** Whether a mean lies between them, these included, but for rounding. */
    public boolean contain(double each) {
        return each >= leastEach - 1e-6 * leastEach && each <= mostEach + 1e-6 * mostEach;
    }
}
