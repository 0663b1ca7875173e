package dev.loomweight.query;

import dev.loomweight.capture.DataException;

/** An error in a query, and its position in the text. */
public final class QueryException extends DataException {

    private static final long serialVersionUID = 1;

    private final int at;
    private final int length;

    /**
     * @param message what is wrong and what to write instead
     * @param at its position, in characters from the beginning of the text
     * @param length its length in characters, at least 1
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

    /** Its position, in characters from the beginning of the text. */
    public int at() {
        return at;
    }

    /** Its length in characters, at least 1. */
    public int length() {
        return length;
    }
}
