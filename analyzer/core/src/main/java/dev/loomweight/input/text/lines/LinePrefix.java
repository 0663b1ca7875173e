package dev.loomweight.input.text.lines;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a log, a quotation or an indentation puts before each line: a time, a level, the name of a container, a sign. Learned of
 * one line, and found again where its numbers, its level or the width of its blanks differ.
 */
final class LinePrefix {

    private static final Pattern PART = Pattern.compile("(?<number>(?<=:)\\d+(?:[.,]\\d+)?|\\d+)"
            + "|(?<level>\\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE|CONFIG|FINE|FINER|FINEST)\\b)"
            + "|(?<name>\\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\\b)"
            + "|(?<blanks>[ \\t]+)");
    private static final String LEVELS = "(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|SEVERE|CONFIG|FINE(?:R|ST)?)";
    private static final Pattern LEVEL = Pattern.compile(LEVELS + "\\b[^(]");

    private final String body;
    private final int blanks;
    private final boolean tab;
    private final Pattern pattern;
    private final Pattern mark;

    private LinePrefix(String body, int blanks, boolean tab) {
        this.tab = tab;
        this.body = body;
        this.blanks = blanks;
        // No more blanks than it has: others are the indentation of the line.
        this.mark = Pattern.compile(pattern(body));
        this.pattern = Pattern.compile(mark.pattern() + "[ \\t]{0," + blanks + "}+");
    }

    /** @param text what stands before a line */
    static LinePrefix of(String text) {
        String body = text.stripTrailing();
        return new LinePrefix(body, text.length() - body.length(), text.endsWith("\t"));
    }

    private static String pattern(String body) {
        StringBuilder pattern = new StringBuilder();
        Matcher part = PART.matcher(body);
        int at = 0;
        while (part.find()) {
            pattern.append(at == part.start() ? "" : Pattern.quote(body.substring(at, part.start())));
            at = part.end();
            if (part.group("number") != null) {
                // Some leave a fraction out where it is zero.
                boolean seconds = part.start() > 2 && body.charAt(part.start() - 1) == ':';
                pattern.append(seconds ? "\\d++(?:[.,]\\d++)?+" : "\\d++");
            } else if (part.group("level") != null) {
                pattern.append(LEVELS);
            } else if (part.group("name") != null) {
                pattern.append("[A-Z][a-z]{2}");
            } else if (part.group("blanks") != null) {
                pattern.append("[ \\t]++");
            }
        }
        return pattern.append(at == body.length() ? "" : Pattern.quote(body.substring(at)))
                .toString();
    }

    /** What two prefixes have in common that differ in their numbers and in the blanks at their end. */
    String kind() {
        return pattern(body);
    }

    /** Of two of a kind, the one with fewer blanks: lines in which these were found can be indented. */
    LinePrefix narrower(LinePrefix other) {
        return blanks <= other.blanks ? this : other;
    }

    /** Whether a level of a log is at a place of a line, which is not yet the line itself. */
    static boolean isLevel(String line, int at) {
        return LEVEL.matcher(line).region(at, line.length()).lookingAt();
    }

    /** Whether it is an indentation that lines of bare texts have too. */
    boolean isOrdinary() {
        return body.isEmpty() && (blanks == 0 || (blanks == 1 && !tab));
    }

    /** Whether it is more than an indentation. */
    boolean isMark() {
        return !body.isEmpty();
    }

    /** The place after it in a line, or -1 where the line does not begin with it. */
    int after(String line) {
        return after(line, pattern);
    }

    /** The same without the blanks at its end, which are the line's own where its indentation says what it belongs to. */
    int afterMark(String line) {
        return after(line, mark);
    }

    private static int after(String line, Pattern pattern) {
        Matcher matcher = pattern.matcher(line);
        return matcher.lookingAt() ? matcher.end() : -1;
    }
}
