package dev.loomweight.fleet.budget;

import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Measured;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one limit.
 *
 * @param limit the limit
 * @param measured the measured amount
 * @param baseline the amount of the baseline, scaled to the same length; null where there is none or it does not matter
 * @param outcome whether it passes
 * @param why the reason, where the amounts alone do not decide; may be empty
 */
record LimitResult(Limit limit, Measured measured, @Nullable Long baseline, Outcome outcome, String why) {

    /** What the amount consists of, the largest first: of a highest amount, what is itself more than allowed. */
    List<Measured.Part> parts() {
        boolean all = limit.figure().kind() != Figure.Kind.HIGHEST;
        return measured.shares().stream()
                .filter(share -> all || share.amount() > limit.max())
                .map(Measured.Share::part)
                .toList();
    }

    /** Whether the amount can be shown: it is complete, or already more than allowed. */
    boolean isKnown() {
        return outcome != Outcome.NOT_MEASURED
                || measured.undecided(limit.max()).isEmpty();
    }

    /** Whether a limit passes. */
    enum Outcome {
        /** Measured, and not more than allowed. */
        MET("met"),
        /** More than allowed, but no worse than the baseline. */
        AS_BASELINE("as baseline"),
        /** More than allowed, and suppressed with a reason. */
        SUPPRESSED("suppressed"),
        /** More than allowed. */
        EXCEEDED("exceeded"),
        /** Not measured, which counts as a failure. */
        NOT_MEASURED("not measured");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        /** The name in reports. */
        String word() {
            return word;
        }

        boolean passes() {
            return compareTo(SUPPRESSED) <= 0;
        }
    }
}
