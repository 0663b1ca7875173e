package dev.loomweight.repl;

import dev.loomweight.capture.DataException;
import dev.loomweight.query.Lexer;
import dev.loomweight.query.Token;
import java.util.ArrayList;
import java.util.List;

/** Joins lines that belong together: a line continues after a bar, a comma, a backslash, an open bracket or quote. */
final class LineJoiner {

    /** The maximum length of a command over several lines, in characters: each line is parsed from the beginning again. */
    private static final int LONGEST = 1 << 13;

    private LineJoiner() {}

    /** Whether a line is incomplete. */
    static boolean isOpen(String line) {
        String text = line.stripTrailing();
        if (text.endsWith("\\") || text.endsWith("|") || text.endsWith(",")) {
            return true;
        }
        if (isVerbatim(text)) {
            return false;
        }
        int depth = 0;
        for (Token token : Lexer.tokens(text)) {
            switch (token.text()) {
                case "(" -> depth++;
                case ")" -> depth--;
                default -> {
                    char first =
                            token.type() == Token.Type.STRING ? token.text().charAt(0) : 0;
                    if (first != 0
                            && (token.text().length() < 2
                                    || token.text().charAt(token.text().length() - 1) != first)) {
                        return true;
                    }
                }
            }
        }
        return depth > 0;
    }

    // Text in other languages: an apostrophe there does not open a quote.
    private static boolean isVerbatim(String text) {
        return text.isBlank() || text.startsWith("#") || text.startsWith("echo ");
    }

    /** The line without the backslashes that continued it. */
    static String joined(String line) {
        return line.replace("\\\n", "\n").strip();
    }

    /**
     * The lines of a text to run: without comments, continued lines joined.
     *
     * @throws DataException if a continued line has more than {@link #LONGEST} characters
     */
    static List<String> of(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (String line : text.lines().toList()) {
            if (open.isEmpty() && (line.isBlank() || line.stripLeading().startsWith("#"))) {
                continue;
            }
            open.append(open.isEmpty() ? "" : "\n").append(line);
            boolean several = open.indexOf("\n") >= 0;
            if (several && open.length() > LONGEST) {
                throw new DataException("a command over several lines has more than " + LONGEST
                        + " characters; is a bracket or a quote not closed?");
            }
            if (!isOpen(open.toString())) {
                lines.add(joined(open.toString()));
                open.setLength(0);
            }
        }
        if (!open.isEmpty()) {
            lines.add(joined(open.toString()));
        }
        // A backslash alone is an empty line.
        lines.removeIf(String::isBlank);
        return lines;
    }
}
