package dev.loomweight.render;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Truncates text to a number of columns, and keeps its most informative part. */
public final class Truncation {

    private static final String ELLIPSIS = "…";

    /** A frame as people read it: a dotted name, then the source file and line. */
    private static final Pattern FRAME = Pattern.compile("([^\\s(]+)\\((?:[^\\s():]*)(:\\d+)?\\)");

    private Truncation() {}

    /** The beginning of a text and an ellipsis, or the text itself where it fits. */
    public static String end(String text, int columns) {
        return TerminalColumns.of(text) <= columns
                ? text
                : TerminalColumns.head(text, columns - 1).stripTrailing() + ELLIPSIS;
    }

    /** The beginning and the end of a text with an ellipsis between, or the text itself where it fits. */
    static String middle(String text, int columns) {
        if (TerminalColumns.of(text) <= columns) {
            return text;
        }
        int head = (columns - 1) / 2;
        return TerminalColumns.head(text, head) + ELLIPSIS + TerminalColumns.tail(text, columns - 1 - head);
    }

    /**
     * A label made to fit. Words lose their end. Names of classes, methods and frames lose, as far as needed and in
     * this order: the packages but for their first letters, the source file, the packages, their middle.
     *
     * @param label text without control characters
     * @param columns how many columns there are, at least 1
     */
    public static String label(String label, int columns) {
        if (TerminalColumns.of(label) <= columns) {
            return label;
        }
        if (label.indexOf(' ') >= 0) {
            return end(label, columns);
        }
        String shorter = abbreviatePackages(label, columns);
        Matcher frame = FRAME.matcher(shorter);
        if (TerminalColumns.of(shorter) > columns && frame.matches()) {
            String line = frame.group(2) == null ? "" : frame.group(2);
            shorter = frame.group(1) + line;
        }
        if (TerminalColumns.of(shorter) > columns) {
            shorter = shorter.substring(endOfPackages(shorter));
        }
        return middle(shorter, columns);
    }

    /**
     * The lines of a cell: a name on one line, prose on as many as it may have. Text that is indented, as source is, stays
     * so in each of them, by half of the columns at most.
     *
     * @param words text without control characters
     * @param columns how many columns there are; taken as 2 at least
     * @param limit how many lines there may be
     */
    static List<String> cell(String words, int columns, int limit) {
        String bare = words.strip();
        int width = Math.max(2, columns);
        int indent = Math.min(bare.isEmpty() ? 0 : indent(words), Math.min(width / 2, width - 2));
        int room = width - indent;
        List<String> lines =
                bare.indexOf(' ') < 0 ? List.of(label(bare, room)) : TerminalColumns.lines(bare, room, limit);
        return lines.stream().map(line -> " ".repeat(indent) + line).toList();
    }

    /** The same, but for names of methods that had to lose their middle: the class on one line, the method on the next. */
    static List<String> tableCell(String words, int columns, int limit) {
        List<String> lines = cell(words, columns, limit);
        String name = withoutPackages(words.strip());
        int dot = name.lastIndexOf('.');
        boolean cut = lines.size() == 1 && TerminalColumns.of(name) > columns;
        if (!cut || limit < 2 || dot <= 0 || words.indexOf(' ') >= 0 || name.indexOf('(') >= 0) {
            return lines;
        }
        return List.of(
                middle(name.substring(0, dot), Math.max(2, columns)),
                middle(name.substring(dot), Math.max(2, columns)));
    }

    /** A dotted name from its first segment in upper case on; all of it where it has none. */
    static String withoutPackages(String name) {
        return name.substring(endOfPackages(name));
    }

    private static int indent(String words) {
        int indent = 0;
        while (indent < words.length() && words.charAt(indent) == ' ') {
            indent++;
        }
        return indent;
    }

    /** Cuts packages to their first letter, the outermost first, until the name fits. */
    private static String abbreviatePackages(String name, int columns) {
        int end = endOfPackages(name);
        StringBuilder done = new StringBuilder();
        int at = 0;
        while (at < end && TerminalColumns.of(done + name.substring(at)) > columns) {
            int dot = name.indexOf('.', at);
            done.appendCodePoint(name.codePointAt(at)).append('.');
            at = dot + 1;
        }
        return done + name.substring(at);
    }

    /** Where the packages of a dotted name end: at its first segment in upper case, or 0 where it has none. */
    private static int endOfPackages(String name) {
        int from = 0;
        for (int dot = name.indexOf('.'); dot > from; dot = name.indexOf('.', from)) {
            if (!Character.isLowerCase(name.codePointAt(from)) || name.lastIndexOf('(', dot) >= 0) {
                return from;
            }
            from = dot + 1;
        }
        return from < name.length() && Character.isUpperCase(name.codePointAt(from)) ? from : 0;
    }
}
