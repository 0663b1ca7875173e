package dev.loomweight.capture;

/** A target that is there and did not answer in time; the message says which question, for how long, and what to do. */
public final class Unanswered extends DataException {

    private static final long serialVersionUID = 1L;

    /** @param message one line that starts in lower case */
    public Unanswered(String message) {
        super(message);
    }
}
