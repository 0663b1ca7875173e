package dev.loomweight.cli;

import dev.loomweight.capture.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import org.tomlj.Toml;
import org.tomlj.TomlParseResult;

/**
 * Reads TOML files. Checks how deeply lists, tables and keys are nested before it calls the parser, which recurses once for
 * each level.
 */
final class TomlReader {

    /** Largest file that is read, in bytes. */
    static final int MAX_BYTES = 1 << 20;

    /** Maximum depth of lists, tables and keys; a file of budgets needs three levels. */
    static final int MAX_DEPTH = 32;

    private static final String MULTI_LINE = "\"\"\"";
    private static final String MULTI_LINE_LITERAL = "'''";

    private final String text;
    private int at;
    private int line = 1;
    private int depth;
    private int dots;

    private TomlReader(String text) {
        this.text = text;
    }

    /** Something is nested too deeply. */
    static final class TooDeepException extends Exception {
        private static final long serialVersionUID = 1;

        private final int line;

        private TooDeepException(int line) {
            super("lists, tables or keys are nested more than " + MAX_DEPTH + " deep");
            this.line = line;
        }

        /** Its line, from 1. */
        int line() {
            return line;
        }
    }

    /**
     * Parses a file.
     *
     * @return its content, or syntax errors
     * @throws TooDeepException if it is nested more than {@link #MAX_DEPTH} deep
     * @throws dev.loomweight.capture.DataException if it is not a file, or larger than {@link #MAX_BYTES}
     * @throws IOException if it cannot be read
     */
    static TomlParseResult parse(Path file) throws IOException, TooDeepException {
        String text = InputFile.text(file, MAX_BYTES);
        new TomlReader(text).checkDepth();
        return Toml.parse(text);
    }

    /** Brackets and dots in strings and comments are ignored. */
    private void checkDepth() throws TooDeepException {
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '"' -> skipString(MULTI_LINE, true);
                case '\'' -> skipString(MULTI_LINE_LITERAL, false);
                case '#' -> skipComment();
                case '[', '{' -> open();
                case ']', '}' -> depth = Math.max(0, depth - 1);
                case '.' -> dots++;
                case '\n' -> {
                    line++;
                    dots = 0;
                }
                case '=', ',' -> dots = 0;
                default -> {}
            }
            if (dots > MAX_DEPTH) {
                throw new TooDeepException(line);
            }
            at++;
        }
    }

    private void open() throws TooDeepException {
        dots = 0;
        if (++depth > MAX_DEPTH) {
            throw new TooDeepException(line);
        }
    }

    /** Stops at the last character of a string; an unclosed string ends with its line, or with the text. */
    private void skipString(String longQuote, boolean escapes) {
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

    private void skipComment() {
        while (at + 1 < text.length() && text.charAt(at + 1) != '\n') {
            at++;
        }
    }
}
