package dev.loomweight.experiment;

/**
 * The verdict on a claim.
 *
 * @param decision whether it holds
 * @param measured the measurement, for people; empty if there is none
 * @param reason why it is undecided, or what limits the decision; otherwise mostly empty
 */
public record ClaimVerdict(Decision decision, String measured, String reason) {

    /** Whether a claim holds. */
    public enum Decision {
        /** All measurements agree with it. */
        HOLDS("holds"),
        /** All measurements contradict it. */
        FAILS("does not hold"),
        /** The measurements do not decide it. */
        UNDECIDED("undecided");

        private final String words;

        Decision(String words) {
            this.words = words;
        }

        /** The words for it. */
        public String words() {
            return words;
        }
    }

    static ClaimVerdict undecided(String reason) {
        return new ClaimVerdict(Decision.UNDECIDED, "", reason);
    }

    /** The verdict in words, with its reason where it has one. */
    public String words() {
        return decision.words() + (reason.isEmpty() ? "" : ": " + reason);
    }
}
