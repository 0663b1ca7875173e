package dev.loomweight.repl;

import dev.loomweight.capture.DataException;
import dev.loomweight.query.Lexer;
import dev.loomweight.query.Token;
import java.util.ArrayList;
import java.util.List;

/** What belongs together as one line: it goes on behind a bar, a backslash, an open bracket or quote. */
final class Lines {

    /** How long a command of several lines may be, in characters: its end is looked for from its beginning, line by line. */
    private static final int LONGEST = 1 << 13;

    private Lines() {}

    /** Whether more must come. */
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

    // Words of a language of their own: an apostrophe there opens nothing.
    private static boolean isVerbatim(String text) {
        return text.isBlank() || text.startsWith("#") || text.startsWith("echo ");
    }

    /** The same without the backslashes that made it go on. */
    static String joined(String line) {
        return line.replace("\\\n", "\n").strip();
    }

    /**
     * The lines of a text that are to be run: without comments, what goes on in one.
     *
     * @throws DataException if a line goes on for more than {@link #LONGEST} characters over several
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
                throw new DataException("a command goes on for more than " + LONGEST
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
        // A backslash alone goes on and says nothing.
        lines.removeIf(String::isBlank);
        return lines;
    }
}
