package dev.loomweight.render;

import org.jline.utils.WCWidth;

/**
 * How many columns text takes in a terminal, from JLine's table: ambiguous characters are narrow, emoji are wide,
 * combining marks take no column.
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
}
