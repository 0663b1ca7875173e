package dev.loomweight.render;

/**
 * How many columns text takes in a terminal, by Unicode's annex 11 (East Asian width) and the habit of terminals:
 * ambiguous characters are narrow, emoji are wide, combining marks take no column.
 */
public final class TerminalColumns {

    /** The first and last character of each wide range that is not an emoji. */
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2329, 0x232A, 0x2630, 0x2637, 0x268A, 0x268F, 0x2E80, 0x303E, 0x3041, 0xA4CF, 0xA960, 0xA97F,
        0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6F, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0,
        0x18DFF, 0x1AFF0, 0x1B2FF, 0x1D300, 0x1D376, 0x1F200, 0x1F2FF, 0x1F300, 0x1F320, 0x1F32D, 0x1F335, 0x1F337,
        0x1F37C, 0x1F3FB, 0x1F3FF, 0x20000, 0x3FFFD,
    };

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
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || isJoiningJamo(codePoint)) {
            return 0;
        }
        return isWide(codePoint) ? 2 : 1;
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

    /** Medial vowels and final consonants of Hangul, which join the wide syllable before them. */
    private static boolean isJoiningJamo(int codePoint) {
        return (codePoint >= 0x1160 && codePoint <= 0x11FF) || (codePoint >= 0xD7B0 && codePoint <= 0xD7FF);
    }

    private static boolean isWide(int codePoint) {
        for (int i = 0; i < WIDE.length && WIDE[i] <= codePoint; i += 2) {
            if (codePoint <= WIDE[i + 1]) {
                return true;
            }
        }
        // Halves of a flag: terminals give one column to each, two to the pair.
        boolean regionalIndicator = codePoint >= 0x1F1E6 && codePoint <= 0x1F1FF;
        return Character.isEmojiPresentation(codePoint) && !regionalIndicator;
    }
}
