package dev.loomweight.experiment;

import dev.loomweight.experiment.Verdict.Outcome;
import dev.loomweight.fold.Spread;

/**
 * Where a value must lie.
 *
 * @param least the least that is allowed
 * @param most the most
 */
public record Range(double least, double most) {

    static Range atLeast(double least) {
        return new Range(least, Double.POSITIVE_INFINITY);
    }

    static Range atMost(double most) {
        return new Range(Double.NEGATIVE_INFINITY, most);
    }

    static Range exactly(double value) {
        return new Range(value, value);
    }

    /**
     * Whether repeated measurements lie in it. What lies within one deviation of the median counts, so that a single run
     * that was disturbed decides nothing; where that reaches over a bound, the runs do not tell.
     */
    Outcome judge(Spread spread) {
        double low = spread.median() - spread.deviation();
        double high = spread.median() + spread.deviation();
        if (low >= least && high <= most) {
            return Outcome.HOLDS;
        }
        return high < least || low > most ? Outcome.FAILS : Outcome.UNTOLD;
    }
}
