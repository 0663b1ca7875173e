package dev.loomweight.input.text.lines;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One line of figures without what people and spreadsheets add to it, and with what lists take from it. */
final class FigureMarks {

    /** {@code <--- heap}, {@code # why}, {@code // the pool}, after something that ends no quotation. */
    private static final Pattern REMARK = Pattern.compile("(?<=\\S)\\s++(?:<[-=]|\u2190|# |// |<< )");

    /** A number with a sign between its thousands: commas and blanks only where they are no list. */
    private static final Pattern GROUPED = Pattern.compile(
            "(?<![\\w.,'/@:-])(\\d{1,3})(?:([,' _\u2019])\\d{3})(?:\\2\\d{3}){0,6}+(?!\\2\\d{3})(?![\\d'])(?=[KMGk]?B?\\b|d\\b|[\\s,)\"]|$)");

    /** Lines that have figures, and no numbers of other kinds next to each other. */
    private static final Pattern FIGURES = Pattern.compile(
            ".*(?:\\b(?:reserved|committed|malloc|mmap|arena|used|free|waste|readonly|peak|overhead)[=: ]+\\d"
                    + "|memory_\\w{1,40}: \\d|[\\d ]kB\\b|(?:used|total|committed|max|reserved|physical) \\d[\\d, '_]{0,40}[Kk]\\b|: \\d[\\d, '_]{0,40}K\\b| #\\d| (?:size|count|total)=\"\\d).*"
                    + "|\\s*\\d[\\d, '_]{0,40}:\\s+\\d[\\d, '_]{0,40}\\s+\\d[\\d, '_]{0,40}\\s+\\S.*|\\s*Total\\s+\\d.*|/\\S*/memory\\.\\S+ .*|0x\\p{XDigit}+-0x\\p{XDigit}+ .*");

    private static final Pattern HEAD =
            Pattern.compile("\\s*+([A-Z][\\w ()]*?) \\((reserved=\\d[^)]{0,80}, committed=\\d[^)]*+\\).*)");
    private static final Pattern LOCK = Pattern.compile(
            "(\\s*+)(waiting on the Class initialization monitor for \\S+\\s*|(?:locked|waiting to lock|waiting on|waiting to re-lock in wait\\(\\)"
                    + "|parking to wait for|eliminated)\\s+<.*|<0x\\p{XDigit}+> \\(a \\S+\\)\\s*)");

    private FigureMarks() {}

    /** Whether a character, of those beyond ASCII, is one of them. */
    static boolean isMark(char c) {
        return c == '\u2190' || c == '\u2019';
    }

    /**
     * Whether between two digits stands a sign of thousands: three digits follow it and no fourth. It may be none; what is no
     * number so grouped does not pass.
     *
     * @param line has a digit before the place
     */
    static boolean isBetweenThousands(String line, int at) {
        return isDigit(line, at + 1) && isDigit(line, at + 2) && isDigit(line, at + 3) && !isDigit(line, at + 4);
    }

    private static boolean isDigit(String line, int at) {
        return at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9';
    }

    /** Without all of them. */
    static String plain(String line) {
        return withDash(withPlainNumbers(withoutRemark(line)));
    }

    /** Without the remark at its end. */
    static String withoutRemark(String line) {
        if (!mayHaveRemark(line)) {
            return line;
        }
        Matcher remark = REMARK.matcher(line);
        // Looked for behind the last quote alone, a line is gone through once.
        remark.useTransparentBounds(true).region(line.lastIndexOf('"') + 1, line.length());
        return remark.find() ? line.substring(0, remark.start()) : line;
    }

    /** Whether a remark is possible: a quick check before the pattern, since most lines have no sign after a blank. */
    private static boolean mayHaveRemark(String line) {
        for (int at = 1; at < line.length(); at++) {
            char c = line.charAt(at);
            if ((c == '<' || c == '#' || c == '/' || c == '\u2190') && Character.isWhitespace(line.charAt(at - 1))) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayHaveThousands(String line) {
        for (int at = 1; at < line.length(); at++) {
            char c = line.charAt(at);
            if ((c < '0' || c > '9') && isDigit(line, at - 1) && isBetweenThousands(line, at)) {
                return true;
            }
        }
        return false;
    }

    /** With numbers that have no signs between their digits. */
    private static String withPlainNumbers(String line) {
        if (!mayHaveThousands(line) || !FIGURES.matcher(line).matches()) {
            return line;
        }
        return GROUPED.matcher(line).replaceAll(number -> number.group().replaceAll("[^\\d]", ""));
    }

    /** With the dash at its beginning, which lists take for their own. */
    private static String withDash(String line) {
        Matcher head = HEAD.matcher(line);
        if (head.matches()) {
            return String.format("-%26s (%s", head.group(1), head.group(2));
        }
        Matcher lock = LOCK.matcher(line);
        return lock.matches() ? lock.group(1) + "- " + lock.group(2) : line;
    }
}
