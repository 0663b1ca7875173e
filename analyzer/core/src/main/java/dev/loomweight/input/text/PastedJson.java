package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.ToIntFunction;

/**
 * The lines of a thread dump in JSON without what a log has put around them ({@link PastedLines}); lines of the log itself are
 * left out. What stands before the lines is learned where the dump names itself: the brace before may be lost until then, and
 * is put back.
 */
final class PastedJson extends Reader {

    private final LineCursor lines;
    private final String first;
    private final PastedLines pasted;
    private final Deque<String> left = new ArrayDeque<>();
    private String line = "";
    private int at;
    private String last = "";

    private PastedJson(LineCursor lines, String first, ToIntFunction<String> sign) {
        this.lines = lines;
        this.first = '"' + first + '"';
        this.pasted = new PastedLines(text -> begin(text, sign));
    }

    /**
     * The lines without what is around them.
     *
     * @param first the first key of a dump
     * @param sign the place in a line of what names a dump, or -1
     */
    static LineCursor bare(LineCursor lines, String first, ToIntFunction<String> sign) {
        return new LineCursor(new PastedJson(lines, first, sign), lines.name());
    }

    /** Whether a line, stripped, begins a dump, or holds all of it, with something of a log around it. */
    static boolean isSign(String text) {
        return (text.contains("threadDump") || text.contains("threadContainers")) && isSign(text, ThreadDumpJson::sign);
    }

    /** The same of a dump of Spring's actuator. */
    static boolean isSignOfInfo(String text) {
        return text.contains("threadState") && isSign(text, ThreadInfoJson::sign);
    }

    private static boolean isSign(String text, ToIntFunction<String> sign) {
        return !isDump(text, sign)
                && new PastedLines(line -> begin(line, sign))
                        .inside(text).stream().anyMatch(each -> isDump(each, sign));
    }

    private static boolean isDump(String text, ToIntFunction<String> sign) {
        return (text.startsWith("{") || text.startsWith("\"")) && sign.applyAsInt(text) >= 0;
    }

    /** The place of what names a dump, with the brace before it, or -1. */
    private static int begin(String text, ToIntFunction<String> sign) {
        int named = sign.applyAsInt(text);
        int brace = text.substring(0, Math.max(0, named)).stripTrailing().length() - 1;
        return named > 0 && brace >= 0 && text.charAt(brace) == '{' ? brace : named;
    }

    @Override
    public int read(char[] into, int from, int length) {
        while (at == line.length()) {
            if (!next()) {
                return -1;
            }
        }
        int read = Math.min(length, line.length() - at);
        line.getChars(at, at + read, into, from);
        at += read;
        return read;
    }

    private boolean next() {
        while (left.isEmpty()) {
            String text = lines.next();
            if (text == null) {
                return false;
            }
            left.addAll(pasted.inside(text));
        }
        String next = left.remove();
        boolean named = next.startsWith(first) && !last.endsWith("{");
        line = (named ? "{" : "") + next + "\n";
        at = 0;
        last = next.isEmpty() ? last : next;
        return true;
    }

    @Override
    public void close() {
        // Whoever opened the text closes it.
    }
}
