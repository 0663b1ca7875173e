package dev.loomweight.render;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/**
 * Passes JSON on, with every character that a terminal could obey, or an encoder refuse, written as {@code \}{@code
 * uXXXX}: JSON allows that in strings, and such characters stand nowhere else in it. {@link
 * com.google.gson.stream.JsonWriter} itself escapes only those below the blank and the line separators.
 */
final class EscapingWriter extends Writer {

    private final Appendable out;

    /**
     * A writer before another.
     *
     * @param out where to write; neither flushed nor closed
     */
    EscapingWriter(Appendable out) {
        this.out = out;
    }

    @Override
    public void write(char[] from, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            write(from[i]);
        }
    }

    @Override
    public void write(String from, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            write(from.charAt(i));
        }
    }

    @Override
    public void write(int character) throws IOException {
        char c = (char) character;
        if (c == '\n' || (c >= ' ' && c <= '~') || isSafe(c)) {
            out.append(c);
        } else {
            out.append(String.format(Locale.ROOT, "\\u%04x", character));
        }
    }

    /** Halves of surrogate pairs are escaped, since a lone one cannot be recognized here and escapes of both are legal. */
    private static boolean isSafe(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
