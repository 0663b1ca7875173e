package dev.loomweight.render;

import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines by terminal columns. */
public final class Wrapping {

    private Wrapping() {}

    /**
     * The lines of a text, broken at spaces, and inside a word only where the word alone is too long: a name or path there
     * after one of its parts.
     *
     * @param text text without control characters
     * @param columns the columns of a line; taken as 2 at least, which any character fits into
     * @return at least one line
     */
    public static List<String> lines(String text, int columns) {
        int room = Math.max(2, columns);
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int used = 0;
        for (String word : text.strip().split(" +", -1)) {
            int width = TerminalColumns.of(word);
            if (used > 0 && used + 1 + width <= room) {
                line.append(' ').append(word);
                used += 1 + width;
                continue;
            }
            if (used > 0) {
                lines.add(line.toString());
            }
            String rest = word;
            while (TerminalColumns.of(rest) > room) {
                String head = head(rest, room);
                lines.add(head);
                rest = rest.substring(head.length());
            }
            line = new StringBuilder(rest);
            used = TerminalColumns.of(rest);
        }
        lines.add(line.toString());
        return lines;
    }

    /** The beginning of a word that fits, after which more is left than the comma that ends the word. */
    private static String head(String word, int room) {
        String head = TerminalColumns.head(word, room);
        boolean leavesSign = word.length() == head.length() + 1 && ",;.:".indexOf(word.charAt(head.length())) >= 0;
        int part = endOfPart(head);
        if (part > head.length() / 2) {
            return head.substring(0, part);
        }
        int shorter = head.offsetByCodePoints(head.length(), -1);
        return leavesSign && shorter > 0 ? head.substring(0, shorter) : head;
    }

    /** Where the last dot, dollar or slash ends; 0 where there is none. */
    private static int endOfPart(String head) {
        int end = head.length();
        while (end > 0 && ".$/".indexOf(head.charAt(end - 1)) < 0) {
            end--;
        }
        return end;
    }

    /**
     * The first lines of a text; the last one ends in an ellipsis where the text is longer.
     *
     * @param text text without control characters
     * @param columns the columns of a line; taken as 2 at least, which any character fits into
     * @param limit how many lines there may be, at least 1
     */
    static List<String> lines(String text, int columns, int limit) {
        List<String> all = lines(text, columns);
        if (all.size() <= limit) {
            return all;
        }
        List<String> some = new ArrayList<>(all.subList(0, limit));
        some.set(limit - 1, Truncation.end(some.get(limit - 1) + " " + all.get(limit), columns));
        return some;
    }

    /** The columns that a text needs at least to be broken into two lines at a space. */
    static int twoLineWidth(String text) {
        int best = TerminalColumns.of(text);
        for (int at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
            int widest =
                    Math.max(TerminalColumns.of(text.substring(0, at)), TerminalColumns.of(text.substring(at + 1)));
            best = Math.min(best, widest);
        }
        return best;
    }
}
