package dev.loomweight.experiment;

/**
 * What was found of a claim.
 *
 * @param decision whether it holds
 * @param measured what was measured, in a few words; empty where nothing was
 * @param reason why it cannot be told, or what limits what was found; mostly empty where it can
 */
public record Verdict(Decision decision, String measured, String reason) {

    /** Whether a claim holds. */
    public enum Decision {
        /** By all that was measured, it does. */
        HOLDS("holds"),
        /** By all that was measured, it does not. */
        FAILS("does not hold"),
        /** What was measured does not decide it. */
        UNDECIDED("cannot be told");

        private final String words;

        Decision(String words) {
            this.words = words;
        }

        /** The words for it. */
        public String words() {
            return words;
        }
    }

    static Verdict undecided(String reason) {
        return new Verdict(Decision.UNDECIDED, "", reason);
    }

    /** The verdict in words, with its reason where it has one. */
    public String words() {
        return decision.words() + (reason.isEmpty() ? "" : ": " + reason);
    }
}
