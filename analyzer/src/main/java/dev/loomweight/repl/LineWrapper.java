package dev.loomweight.repl;

import dev.loomweight.render.TerminalColumns;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wraps lines of help that are wider than the terminal; a second column goes below the first. */
final class LineWrapper {

    private static final Pattern COLUMNS = Pattern.compile("(\\s*\\S.*?)\\s{2,}(\\S.*)");
    private static final int INDENT = 4;

    private LineWrapper() {}

    /**
     * Wraps a text.
     *
     * @param width the columns of a line; longer words are broken
     */
    static String of(String text, int width) {
        StringBuilder folded = new StringBuilder();
        text.lines().forEach(line -> {
            Matcher columns = COLUMNS.matcher(line);
            if (TerminalColumns.of(line) <= width) {
                folded.append(line).append('\n');
            } else if (columns.matches()) {
                fold(columns.group(1), indent(line), width, folded);
                fold(columns.group(2), indent(line) + INDENT, width, folded);
            } else {
                fold(line, indent(line), width, folded);
            }
        });
        return folded.toString();
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static void fold(String words, int indent, int width, StringBuilder to) {
        for (String line : TerminalColumns.lines(words, width - indent)) {
            to.append(" ".repeat(indent)).append(line).append('\n');
        }
    }
}
