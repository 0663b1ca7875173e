package dev.loomweight.render;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/**
 * How many columns text takes in a terminal, and its lines by that: from JLine's table, in which ambiguous characters are
 * narrow, emoji are wide, and combining marks take no column.
 */
public final class TerminalColumns {

    private TerminalColumns() {}

    /**
     * The columns that a text takes.
     *
     * @param text text without control characters, as {@link SafeText#of} makes it
     */
    public static int of(String text) {
        int columns = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            columns += of(codePoint);
            i += Character.charCount(codePoint);
        }
        return columns;
    }

    /** The columns that a character takes: 0, 1 or 2. */
    public static int of(int codePoint) {
        if (codePoint < 0x300) {
            return 1;
        }
        // Halves of a flag: terminals give one column to each, two to the pair.
        boolean regionalIndicator = codePoint >= 0x1F1E6 && codePoint <= 0x1F1FF;
        return regionalIndicator ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
    }

    /**
     * The longest beginning of a text that fits.
     *
     * @param text text without control characters
     * @param columns how many columns there are
     */
    public static String head(String text, int columns) {
        int left = columns;
        int i = 0;
        while (i < text.length()) {
            int codePoint = text.codePointAt(i);
            left -= of(codePoint);
            if (left < 0) {
                break;
            }
            i += Character.charCount(codePoint);
        }
        return text.substring(0, i);
    }

    /**
     * The longest end of a text that fits.
     *
     * @param text text without control characters
     * @param columns how many columns there are
     */
    public static String tail(String text, int columns) {
        int left = columns;
        int i = text.length();
        while (i > 0) {
            int codePoint = text.codePointBefore(i);
            left -= of(codePoint);
            if (left < 0) {
                break;
            }
            i -= Character.charCount(codePoint);
        }
        return text.substring(i);
    }

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
            int width = of(word);
            if (used > 0 && used + 1 + width <= room) {
                line.append(' ').append(word);
                used += 1 + width;
                continue;
            }
            if (used > 0) {
                lines.add(line.toString());
            }
            String rest = word;
            while (of(rest) > room) {
                String head = headOfWord(rest, room);
                lines.add(head);
                rest = rest.substring(head.length());
            }
            line = new StringBuilder(rest);
            used = of(rest);
        }
        lines.add(line.toString());
        return lines;
    }

    /** The beginning of a word that fits, after which more is left than the comma that ends the word. */
    private static String headOfWord(String word, int room) {
        String head = head(word, room);
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
        int best = of(text);
        for (int at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
            int widest = Math.max(of(text.substring(0, at)), of(text.substring(at + 1)));
            best = Math.min(best, widest);
        }
        return best;
    }
}
