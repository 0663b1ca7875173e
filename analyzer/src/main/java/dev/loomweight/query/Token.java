package dev.loomweight.query;

/**
 * A token of a query.
 *
 * @param type its type
 * @param text the text, including quotes
 * @param at its position, in characters from the beginning of the text
 */
public record Token(Type type, String text, int at) {

    /** Types of tokens. */
    public enum Type {
        /** A name or a keyword. */
        WORD,
        /** A number, with or without a unit. */
        NUMBER,
        /** Text in quotes. */
        STRING,
        /** Anything else: an operator, a bar, a bracket, a comma. */
        SIGN,
        /** The end of the text. */
        END
    }

    /** Whether it is this word or sign. */
    boolean is(String word) {
        return (type == Type.WORD || type == Type.SIGN) && text.equals(word);
    }

    /** Its end, exclusive. */
    public int end() {
        return at + text.length();
    }

    /** The text without quotes; within them, two quotes are one. */
    String content() {
        if (type != Type.STRING) {
            return text;
        }
        String quote = text.substring(0, 1);
        int end = text.length() > 1 && text.endsWith(quote) ? text.length() - 1 : text.length();
        return text.substring(1, end).replace(quote + quote, quote);
    }
}
