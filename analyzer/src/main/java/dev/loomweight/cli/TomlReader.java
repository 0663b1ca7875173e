package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.kernel.option.Misuse;
import java.io.IOException;
import java.nio.file.Path;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

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

    private final Path file;
    private final String text;
    private int at;
    private int line = 1;
    private int depth;
    private int dots;

    private TomlReader(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    /**
     * Parses a file.
     *
     * @throws Misuse if it is not valid TOML, or nested more than {@link #MAX_DEPTH} deep; the message has the line
     * @throws DataException if it is not a file, larger than {@link #MAX_BYTES}, or cannot be read
     */
    static TomlTable parse(Path file) {
        try {
            String text = InputFile.text(file, MAX_BYTES);
            new TomlReader(file, text).checkDepth();
            TomlParseResult toml = Toml.parse(text);
            if (toml.hasErrors()) {
                TomlParseError error = toml.errors().getFirst();
                throw new Misuse(file + ":" + error.position().line() + ": " + error.getMessage());
            }
            return toml;
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + e.getMessage(), e);
        } catch (DataException | Misuse e) {
            throw e;
        } catch (RuntimeException | AssertionError e) {
            // The parser throws these for some invalid escapes.
            throw new Misuse(file + ": invalid TOML; check the backslashes in strings", e);
        }
    }

    /** Brackets and dots in strings and comments are ignored. */
    private void checkDepth() {
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
                throw tooDeep();
            }
            at++;
        }
    }

    private void open() {
        dots = 0;
        if (++depth > MAX_DEPTH) {
            throw tooDeep();
        }
    }

    private Misuse tooDeep() {
        return new Misuse(file + ":" + line + ": lists, tables or keys are nested more than " + MAX_DEPTH + " deep");
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
