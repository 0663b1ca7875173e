package dev.loomweight.query;

/**
 * A piece of a query's text.
 *
 * @param type what it is
 * @param text as it is written, quotes included
 * @param at where it begins, in characters from the text's beginning
 */
public record Token(Type type, String text, int at) {

    /** What a token is. */
    public enum Type {
        /** A name or a word of the language. */
        WORD,
        /** A number, with or without a unit. */
        NUMBER,
        /** Text in quotes. */
        STRING,
        /** Anything else: an operator, a bar, a bracket, a comma. */
        SIGN,
        /** Behind the last one. */
        END
    }

    /** Whether it is that word or sign. */
    boolean is(String word) {
        return (type == Type.WORD || type == Type.SIGN) && text.equals(word);
    }

    /** Where it ends, exclusive. */
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
