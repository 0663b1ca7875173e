package dev.loomweight.repl;

import dev.loomweight.match.Regex;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** The lines of a {@link LazyText}, with only a few pieces around the current place in memory. */
final class LazyLines {

    /** The number of pieces in memory: a screen may span two, and scroll back a little. */
    private static final int HELD = 4;

    private final LazyText pages;
    private final Map<Integer, List<String>> held = new LinkedHashMap<>();

    LazyLines(LazyText pages) {
        this.pages = pages;
    }

    /**
     * The position of a line.
     *
     * @param piece the number of the piece, from 0
     * @param line the number of the line in it, from 0
     */
    record Place(int piece, int line) implements Comparable<Place> {

        @Override
        public int compareTo(Place other) {
            return piece == other.piece ? Integer.compare(line, other.line) : Integer.compare(piece, other.piece);
        }
    }

    /** The number of pieces in memory. */
    int held() {
        return held.size();
    }

    private List<String> lines(int piece) throws IOException {
        List<String> known = held.remove(piece);
        if (known == null) {
            StringWriter text = new StringWriter();
            pages.write(piece, text);
            known = text.toString().lines().toList();
            if (held.size() >= HELD) {
                held.remove(held.keySet().iterator().next());
            }
        }
        held.put(piece, known);
        return known;
    }

    /** Whether it has more lines. Lays out no more than necessary. */
    boolean isLongerThan(int lines) throws IOException {
        int count = 0;
        for (int piece = 0; piece < pages.pieces() && count <= lines; piece++) {
            count += lines(piece).size();
        }
        return count > lines;
    }

    /** The line at a place. */
    String at(Place place) throws IOException {
        return lines(place.piece).get(place.line);
    }

    /** The place of the next line, or null at the end. */
    @Nullable
    Place after(Place place) throws IOException {
        if (place.line + 1 < lines(place.piece).size()) {
            return new Place(place.piece, place.line + 1);
        }
        for (int piece = place.piece + 1; piece < pages.pieces(); piece++) {
            if (!lines(piece).isEmpty()) {
                return new Place(piece, 0);
            }
        }
        return null;
    }

    /** The place of the previous line, or null at the beginning. */
    @Nullable
    Place before(Place place) throws IOException {
        if (place.line > 0) {
            return new Place(place.piece, place.line - 1);
        }
        for (int piece = place.piece - 1; piece >= 0; piece--) {
            if (!lines(piece).isEmpty()) {
                return new Place(piece, lines(piece).size() - 1);
            }
        }
        return null;
    }

    /** The place some lines further, or back if negative; at most the last or the first line. */
    Place from(Place place, int lines) throws IOException {
        Place at = place;
        for (int i = 0; i < Math.abs(lines); i++) {
            Place next = lines > 0 ? after(at) : before(at);
            if (next == null) {
                return at;
            }
            at = next;
        }
        return at;
    }

    /** The place of the last line. */
    Place last() throws IOException {
        int piece = pages.pieces() - 1;
        return new Place(piece, Math.max(0, lines(piece).size() - 1));
    }

    /** The part of the text up to a line, from 0 to 1, as if all pieces had the same length. */
    double partTo(Place place) throws IOException {
        double ofPiece = (place.line + 1.0) / Math.max(1, lines(place.piece).size());
        return (place.piece + ofPiece) / pages.pieces();
    }

    /**
     * The next line with a match, or null.
     *
     * @param from the search begins after this line
     * @param stop ends the search
     */
    @Nullable
    Place find(Regex pattern, Place from, boolean backwards, Predicate<Place> stop) throws IOException {
        Place at = backwards ? before(from) : after(from);
        while (at != null && !stop.test(at)) {
            if (pattern.isFoundIn(AttributedString.stripAnsi(at(at)))) {
                return at;
            }
            at = backwards ? before(at) : after(at);
        }
        return null;
    }
}
