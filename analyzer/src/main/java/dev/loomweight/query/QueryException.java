package dev.loomweight.query;

import dev.loomweight.capture.DataException;

/** A query that cannot be run, and where in its text the reason stands. */
public final class QueryException extends DataException {

    private static final long serialVersionUID = 1;

    private final int at;
    private final int length;

    /**
     * @param message what is wrong and what to write instead
     * @param at where it stands, in characters from the text's beginning
     * @param length how many characters it takes, 1 or more
     */
    public QueryException(String message, int at, int length) {
        super(message);
        this.at = at;
        this.length = Math.max(1, length);
    }

    /** At a token. */
    QueryException(String message, Token token) {
        this(message, token.at(), token.text().length());
    }

    /** Where it stands, in characters from the text's beginning. */
    public int at() {
        return at;
    }

    /** How many characters it takes. */
    public int length() {
        return length;
    }
}
