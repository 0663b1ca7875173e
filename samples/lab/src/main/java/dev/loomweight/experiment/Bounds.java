package dev.loomweight.experiment;

import dev.loomweight.experiment.ClaimVerdict.Decision;
import dev.loomweight.fold.Spread;

/**
 * The range in which a value must be.
 *
 * @param min smallest allowed value, inclusive
 * @param max largest allowed value, inclusive
 */
public record Bounds(double min, double max) {

    static Bounds atLeast(double min) {
        return new Bounds(min, Double.POSITIVE_INFINITY);
    }

    static Bounds atMost(double max) {
        return new Bounds(Double.NEGATIVE_INFINITY, max);
    }

    static Bounds exactly(double value) {
        return new Bounds(value, value);
    }

    /**
     * Judges repeated measurements by their median plus and minus one deviation, so that a single disturbed run decides
     * nothing. If that range crosses a bound, the runs do not decide.
     */
    Decision judge(Spread spread) {
        double low = spread.median() - spread.deviation();
        double high = spread.median() + spread.deviation();
        if (low >= min && high <= max) {
            return Decision.HOLDS;
        }
        return high < min || low > max ? Decision.FAILS : Decision.UNDECIDED;
    }
}
