package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The lines of a thread dump in JSON without what a log has put around them ({@link PastedLines}); lines of the log itself are
 * left out. What stands before the lines is learned where the dump names itself: the brace before may be lost until then, and
 * is put back.
 */
final class PastedJson extends Reader {

    private final LineCursor lines;
    private final PastedLines pasted = new PastedLines(PastedJson::begin);
    private final Deque<String> left = new ArrayDeque<>();
    private String line = "";
    private int at;
    private String last = "";

    PastedJson(LineCursor lines) {
        this.lines = lines;
    }

    /** Whether a line, stripped, begins a dump, or holds all of it, with something of a log around it. */
    static boolean isSign(String text) {
        return (text.contains("threadDump") || text.contains("threadContainers"))
                && !ThreadDumpJson.isSign(text)
                && new PastedLines(PastedJson::begin).inside(text).stream().anyMatch(ThreadDumpJson::isSign);
    }

    /** The place of what names a dump, with the brace before it, or -1. */
    private static int begin(String text) {
        int sign = ThreadDumpJson.sign(text);
        int brace = text.substring(0, Math.max(0, sign)).stripTrailing().length() - 1;
        return sign > 0 && brace >= 0 && text.charAt(brace) == '{' ? brace : sign;
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
        boolean named = next.startsWith("\"threadDump\"") && !last.endsWith("{");
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
