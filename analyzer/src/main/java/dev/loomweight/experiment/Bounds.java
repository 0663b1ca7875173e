package dev.loomweight.experiment;

import dev.loomweight.experiment.Verdict.Decision;
import dev.loomweight.fold.Spread;

/**
 * Where a value must lie.
 *
 * @param least the least that is allowed
 * @param most the most
 */
public record Bounds(double least, double most) {

    static Bounds atLeast(double least) {
        return new Bounds(least, Double.POSITIVE_INFINITY);
    }

    static Bounds atMost(double most) {
        return new Bounds(Double.NEGATIVE_INFINITY, most);
    }

    static Bounds exactly(double value) {
        return new Bounds(value, value);
    }

    /**
     * Whether repeated measurements lie in it. What lies within one deviation of the median counts, so that a single run
     * that was disturbed decides nothing; where that reaches over a bound, the runs do not tell.
     */
    Decision judge(Spread spread) {
        double low = spread.median() - spread.deviation();
        double high = spread.median() + spread.deviation();
        if (low >= least && high <= most) {
            return Decision.HOLDS;
        }
        return high < least || low > most ? Decision.FAILS : Decision.UNDECIDED;
    }
}
