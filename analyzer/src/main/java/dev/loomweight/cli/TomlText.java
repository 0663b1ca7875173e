package dev.loomweight.cli;

import dev.loomweight.capture.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import org.tomlj.Toml;
import org.tomlj.TomlParseResult;

/**
 * A file in TOML, looked through before it is parsed: the parser goes down by recursion, as deep as lists and tables are
 * nested and as keys have parts.
 */
final class TomlText {

    /** Longer files are no budgets, in bytes. */
    static final int MOST_BYTES = 1 << 20;

    /** How deep lists, tables and keys may be nested; a file of budgets needs three. */
    static final int DEEPEST = 32;

    private static final String MULTI_LINE = "\"\"\"";
    private static final String MULTI_LINE_LITERAL = "'''";

    private final String text;
    private int at;
    private int line = 1;
    private int depth;
    private int dots;

    private TomlText(String text) {
        this.text = text;
    }

    /** Says that something is nested too deeply. */
    static final class TooDeepException extends Exception {
        private static final long serialVersionUID = 1;

        private final int line;

        private TooDeepException(int line) {
            super("lists, tables or keys are nested more than " + DEEPEST + " deep");
            this.line = line;
        }

        /** The line at which it is, from 1. */
        int line() {
            return line;
        }
    }

    /**
     * Parses a file.
     *
     * @return what is in it, or errors
     * @throws TooDeepException if it is nested more than {@link #DEEPEST} deep
     * @throws dev.loomweight.capture.DataException if it is no file, or longer than {@link #MOST_BYTES}
     * @throws IOException if it cannot be read
     */
    static TomlParseResult parse(Path file) throws IOException, TooDeepException {
        String text = InputFile.text(file, MOST_BYTES);
        new TomlText(text).look();
        return Toml.parse(text);
    }

    /** Brackets and dots in strings and comments nest nothing. */
    private void look() throws TooDeepException {
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '"' -> passString(MULTI_LINE, true);
                case '\'' -> passString(MULTI_LINE_LITERAL, false);
                case '#' -> passComment();
                case '[', '{' -> deeper();
                case ']', '}' -> depth = Math.max(0, depth - 1);
                case '.' -> dots++;
                case '\n' -> {
                    line++;
                    dots = 0;
                }
                case '=', ',' -> dots = 0;
                default -> {}
            }
            if (dots > DEEPEST) {
                throw new TooDeepException(line);
            }
            at++;
        }
    }

    private void deeper() throws TooDeepException {
        dots = 0;
        if (++depth > DEEPEST) {
            throw new TooDeepException(line);
        }
    }

    /** Stops at the last sign of a string; one that is not closed ends with its line, or the text. */
    private void passString(String longQuote, boolean escapes) {
        boolean isLong = text.startsWith(longQuote, at);
        String quote = isLong ? longQuote : longQuote.substring(0, 1);
        at += quote.length();
        while (at < text.length() && !text.startsWith(quote, at)) {
            char c = text.charAt(at);
            if (c == '\n') {
                if (!isLong) {
                    at--;
                    return;
                }
                line++;
            } else if (c == '\\' && escapes) {
                at++;
                line += at < text.length() && text.charAt(at) == '\n' ? 1 : 0;
            }
            at++;
        }
        at += quote.length() - 1;
    }

    private void passComment() {
        while (at + 1 < text.length() && text.charAt(at + 1) != '\n') {
            at++;
        }
    }
}
