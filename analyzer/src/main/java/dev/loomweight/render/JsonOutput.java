package dev.loomweight.render;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/**
 * Writes JSON in which every character that a terminal could interpret, or an encoder refuses, is escaped as {@code
 * \}{@code uXXXX}: JSON allows that in strings, and such characters stand nowhere else in it. {@link JsonWriter} itself
 * escapes only those below the blank and the line separators.
 */
final class JsonOutput extends JsonWriter {

    /**
     * A document.
     *
     * @param out where to; neither flushed nor closed
     * @param indent what each level is indented by; empty for one line
     */
    JsonOutput(Appendable out, String indent) {
        super(new EscapingWriter(out));
        setIndent(indent);
    }

    /** Writes an item of an array, or the members of an object. */
    @FunctionalInterface
    interface Part<T> {

        /** Writes it. */
        void write(T item) throws IOException;
    }

    /** Writes an array of values. */
    <T> void array(String name, Iterable<? extends T> items, Part<T> part) throws IOException {
        name(name).beginArray();
        for (T item : items) {
            part.write(item);
        }
        endArray();
    }

    /** Writes an array of objects, of which a function writes the members. */
    <T> void objects(String name, Iterable<? extends T> items, Part<T> members) throws IOException {
        array(name, items, (T item) -> {
            beginObject();
            members.write(item);
            endObject();
        });
    }

    /** Writes a constant in lower case. */
    void constant(String name, Enum<?> constant) throws IOException {
        name(name).value(lowerCase(constant));
    }

    /** The name of a constant in lower case. */
    static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static final class EscapingWriter extends Writer {

        private final Appendable out;

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

        /** Halves of surrogate pairs are escaped, since a lone one cannot be recognized here and escapes are legal. */
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
}
