package dev.loomweight.command;

import dev.loomweight.capture.DataException;

/** Inputs were read, and do not answer what was asked of them. */
public final class RefusedInput extends DataException {

    private static final long serialVersionUID = 1L;

    private final String before;
    private final String asked;
    private final String after;

    /**
     * Names the question that was asked.
     *
     * @param before the message up to its name
     * @param asked its name
     * @param after the rest of the message
     */
    RefusedInput(String before, String asked, String after) {
        super(before + asked + after);
        this.before = before;
        this.asked = asked;
        this.after = after;
    }

    /** No question has an answer. */
    static RefusedInput byAny(String message) {
        return new RefusedInput(message, "", "");
    }

    /** The message of a command that asked this question among others. */
    public String messageOf(String command) {
        return asked.isEmpty() ? before : before + command + after;
    }
}
