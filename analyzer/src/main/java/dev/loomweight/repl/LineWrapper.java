package dev.loomweight.repl;

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
     * @param width the columns of a line; longer words exceed it
     */
    static String of(String text, int width) {
        StringBuilder folded = new StringBuilder();
        text.lines().forEach(line -> {
            Matcher columns = COLUMNS.matcher(line);
            if (line.length() <= width) {
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
        StringBuilder line = new StringBuilder();
        for (String word : words.strip().split("\\s+", -1)) {
            if (!line.isEmpty() && indent + line.length() + 1 + word.length() > width) {
                to.append(" ".repeat(indent)).append(line).append('\n');
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        to.append(" ".repeat(indent)).append(line).append('\n');
    }
}
