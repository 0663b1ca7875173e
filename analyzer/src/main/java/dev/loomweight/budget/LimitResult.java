package dev.loomweight.budget;

import org.jspecify.annotations.Nullable;

/**
 * What is said of one limit.
 *
 * @param limit what is allowed
 * @param measured what was measured
 * @param baseline what the baseline had, for as long a time; null where there is none or it does not matter
 * @param outcome whether it passes
 * @param why what decided, where measured and allowed alone do not; may be empty
 */
record LimitResult(Limit limit, Measured measured, @Nullable Long baseline, Outcome outcome, String why) {

    /** Whether a limit passes. */
    enum Outcome {
        /** It was measured, and is not more than is allowed. */
        KEPT("kept"),
        /** It is more than is allowed, and no worse than the baseline. */
        AS_BASELINE("as the baseline"),
        /** It is more than is allowed, which somebody gave a reason for. */
        SUPPRESSED("suppressed"),
        /** It is more than is allowed. */
        BROKEN("broken"),
        /** It could not be measured, which is no pass. */
        NOT_MEASURED("not measured");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        /** The word for it. */
        String word() {
            return word;
        }

        boolean passes() {
            return compareTo(SUPPRESSED) <= 0;
        }
    }
}
