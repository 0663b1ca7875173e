package dev.loomweight.input.text.lines;

import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A text of which each line is made something else: several lines, or none. */
final class Undressing extends Reader {

    private final LineCursor from;
    private final Function<String, List<String>> lines;
    private final Function<@Nullable String, List<String>> end;
    private final Deque<String> left = new ArrayDeque<>();
    private String line = "";
    private int at;
    private boolean ended;

    private Undressing(
            LineCursor from, Function<String, List<String>> lines, Function<@Nullable String, List<String>> end) {
        this.from = from;
        this.lines = lines;
        this.end = end;
    }

    /**
     * The lines that are made of those of a text, which can be as long as all of it.
     *
     * @param lines what becomes of a line
     * @param end what comes after the last one
     */
    static LineCursor of(
            LineCursor from, Function<String, List<String>> lines, Function<@Nullable String, List<String>> end) {
        return new LineCursor(new Undressing(from, lines, end), from.name(), Dress.LONGEST_LINE);
    }

    /** The same for readers, which take lines as bare texts have them, and cut longer ones. */
    static LineCursor bare(LineCursor from, Function<String, String> line) {
        return new LineCursor(new Undressing(from, text -> List.of(line.apply(text)), end -> List.of()), from.name());
    }

    @Override
    public int read(char[] into, int offset, int length) {
        int read = 0;
        while (read < length && (at < line.length() || next())) {
            int some = Math.min(length - read, line.length() - at);
            line.getChars(at, at + some, into, offset + read);
            at += some;
            read += some;
        }
        return read == 0 ? -1 : read;
    }

    private boolean next() {
        while (left.isEmpty() && !ended) {
            String text = from.next();
            ended = text == null;
            left.addAll(text == null ? end.apply(null) : lines.apply(text));
        }
        if (left.isEmpty()) {
            return false;
        }
        line = left.remove() + "\n";
        at = 0;
        return true;
    }

    @Override
    public void close() {
        // Whoever opened the text closes it.
    }
}
