package dev.loomweight.capture;

/** A target did not answer in time; the message says which question, how long the wait was, and what to do. */
public final class Unanswered extends DataException {

    private static final long serialVersionUID = 1L;

    /** @param message one line that starts in lower case */
    public Unanswered(String message) {
        super(message);
    }
}
