package dev.loomweight.input.text.lines;

/**
 * Reads one line from left to right. What is required and not there makes the scan {@linkplain #failed fail} without an
 * exception; what comes after has no effect, so that a rule needs one test at its end.
 */
public class LineScanner {

    private static final char NONE = '\0';

    private String line = "";
    private int at;
    private int end;
    private boolean failed;

    /** Starts over with another line, blanks at both ends left out. */
    public final void over(String text) {
        line = text;
        at = 0;
        end = text.length();
        while (at < end && isBlank(text.charAt(at))) {
            at++;
        }
        while (end > at && isBlank(text.charAt(end - 1))) {
            end--;
        }
        failed = false;
    }

    /** Whether something required was missing since {@link #over}. */
    public final boolean failed() {
        return failed;
    }

    /** Makes the scan fail. */
    public final void fail() {
        failed = true;
    }

    /** Whether all of the line is read. */
    public final boolean atEnd() {
        return at == end;
    }

    /** The next character without taking it, or NUL at the end. */
    public final char peek() {
        return at < end ? line.charAt(at) : NONE;
    }

    /** The character after the next one, or NUL. */
    public final char peekSecond() {
        return at + 1 < end ? line.charAt(at + 1) : NONE;
    }

    /** Takes a text if it comes next. */
    public final boolean eat(String text) {
        if (!failed && at + text.length() <= end && line.startsWith(text, at)) {
            at += text.length();
            return true;
        }
        return false;
    }

    /** Takes a text that must come next. */
    public final void expect(String text) {
        if (!eat(text)) {
            failed = true;
        }
    }

    /** Takes blanks and tabs, if any. */
    public final void blanks() {
        while (at < end && isBlank(line.charAt(at))) {
            at++;
        }
    }

    /** A decimal number without sign; fails if there is none or if it is beyond a long. */
    public final long number() {
        int start = at;
        long value = 0;
        while (at < end && isDigit(line.charAt(at))) {
            int digit = line.charAt(at) - '0';
            if (value > (Long.MAX_VALUE - digit) / 10) {
                failed = true;
                return 0;
            }
            value = value * 10 + digit;
            at++;
        }
        failed |= at == start;
        return failed ? 0 : value;
    }

    /** A hexadecimal number of at most 64 bits, as an unsigned value; fails if there is none. */
    public final long hex() {
        int start = at;
        long value = 0;
        while (at < end) {
            int digit = Character.digit(line.charAt(at), 16);
            if (digit < 0) {
                break;
            }
            failed |= (value >>> 60) != 0;
            value = value << 4 | digit;
            at++;
        }
        failed |= at == start;
        return failed ? 0 : value;
    }

    /** Everything up to the next white space. */
    public final String word() {
        int start = at;
        while (at < end && !isBlank(line.charAt(at))) {
            at++;
        }
        return line.substring(start, at);
    }

    /** Everything before that text, which is not taken; fails if it does not come. */
    public final String before(String text) {
        int found = line.indexOf(text, at);
        if (found < 0 || found > end - text.length()) {
            failed = true;
            return "";
        }
        String taken = line.substring(at, found);
        at = found;
        return taken;
    }

    /** Takes letters, blanks and other characters as long as they are none of those given. */
    public final String noneOf(String stops) {
        int start = at;
        while (at < end && stops.indexOf(line.charAt(at)) < 0) {
            at++;
        }
        return line.substring(start, at);
    }

    /** Everything that is left. */
    public final String rest() {
        String rest = line.substring(at, end);
        at = end;
        return rest;
    }

    /** The position of the scan, for {@link #back}. */
    public final int mark() {
        return at;
    }

    /** Goes back to a mark and forgets a failure since. */
    public final void back(int mark) {
        at = mark;
        failed = false;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
