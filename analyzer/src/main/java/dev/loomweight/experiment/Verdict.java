package dev.loomweight.experiment;

/**
 * What was found of a claim.
 *
 * @param outcome whether it holds
 * @param measured what was measured, in a few words; empty where nothing was
 * @param reason why it cannot be told, or what limits what was found; mostly empty where it can
 */
public record Verdict(Outcome outcome, String measured, String reason) {

    /** Whether a claim holds. */
    public enum Outcome {
        /** By all that was measured, it does. */
        HOLDS("holds"),
        /** By all that was measured, it does not. */
        FAILS("does not hold"),
        /** What was measured does not decide it. */
        UNTOLD("cannot be told");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        /** The words for it. */
        public String words() {
            return words;
        }
    }

    static Verdict untold(String reason) {
        return new Verdict(Outcome.UNTOLD, "", reason);
    }

    /** The verdict in words, with its reason where it has one. */
    public String words() {
        return outcome.words() + (reason.isEmpty() ? "" : ": " + reason);
    }
}
