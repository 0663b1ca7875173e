package dev.loomweight.input.text.lines;

import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text, one at a time. Ends of line are those of Unix, Windows and old Macs.
 *
 * <p>{@link java.io.BufferedReader} would take a line of any length into memory; users do pass heap dumps.
 */
public final class LineCursor {

    /** Longer lines are cut here, in characters; the longest line of any known format has some hundred. */
    public static final int LONGEST_LINE = 1 << 16;

    /** The longest line, in characters: a file with a longer one is an image of a disk or of memory. */
    private static final long ENDLESS_LINE = 1L << 28;

    private final Reader reader;
    private final String name;
    private final int longestLine;
    private final char[] buffer = new char[1 << 14];
    private int at;
    private int limit;
    private boolean afterCarriageReturn;
    private boolean begun;
    private long number;

    /**
     * @param reader read from its current position; not closed
     * @param name the file's name for messages
     */
    public LineCursor(Reader reader, String name) {
        this(reader, name, LONGEST_LINE);
    }

    /** @param longestLine where longer lines are cut, in characters */
    LineCursor(Reader reader, String name, int longestLine) {
        this.reader = reader;
        this.name = name;
        this.longestLine = longestLine;
    }

    /** The file's name for messages. */
    public String name() {
        return name;
    }

    /** How many lines were taken: the number of the last one. Of a text that is taken by its characters, 0. */
    public long number() {
        return number;
    }

    /** The place after the last line that was taken, for a note on what is missing there; empty where no line was taken. */
    public String place() {
        return number == 0 ? "" : " after line " + number;
    }

    /**
     * The next line without its end, or null after the last one.
     *
     * @throws DataException if the text cannot be read, or has a line without end
     */
    @Nullable
    public String next() {
        StringBuilder earlier = null;
        long length = 0;
        while (fill()) {
            int start = at;
            at = endOfLine();
            if (at < limit) {
                String tail = new String(buffer, start, at - start);
                afterCarriageReturn = buffer[at++] == '\r';
                number++;
                return earlier == null ? tail : append(earlier, tail).toString();
            }
            length += limit - start;
            if (length > ENDLESS_LINE && !isJson(earlier)) {
                throw new DataException(name + ": has a line of more than " + (ENDLESS_LINE >> 20)
                        + " million characters, so it is not output of jcmd or /proc");
            }
            earlier = append(earlier == null ? new StringBuilder() : earlier, new String(buffer, start, limit - start));
        }
        number += earlier == null ? 0 : 1;
        return earlier == null ? null : earlier.toString();
    }

    /** A dump of a million threads can be one line. */
    private static boolean isJson(@Nullable StringBuilder line) {
        return line != null && !line.isEmpty() && line.charAt(0) == '{';
    }

    /** The next character as it is, or -1 after the last one: for formats that do not go by lines. */
    public int take() {
        return at < limit || fill() ? buffer[at++] : -1;
    }

    /** The next character that is no white space, or -1 after the last one. */
    public int takeNonBlank() {
        while (at < limit || fill()) {
            char[] chars = buffer;
            int end = limit;
            int i = at;
            while (i < end && chars[i] <= ' ') {
                i++;
            }
            at = i;
            if (i < end) {
                at++;
                return chars[i];
            }
        }
        return -1;
    }

    /** The same without taking it. */
    public int peekNonBlank() {
        int c = takeNonBlank();
        if (c >= 0) {
            at--;
        }
        return c;
    }

    /** Goes past the end of the line. */
    public void skipLine() {
        while (at < limit || fill()) {
            at = endOfLine();
            if (at < limit) {
                afterCarriageReturn = buffer[at++] == '\r';
                number++;
                return;
            }
        }
    }

    /**
     * Where the line ends, or what is in memory. Loops over characters are without fields: much of a large dump is read
     * before they are compiled well.
     */
    private int endOfLine() {
        char[] chars = buffer;
        int end = limit;
        int i = at;
        while (i < end && chars[i] != '\n' && chars[i] != '\r') {
            i++;
        }
        return i;
    }

    /**
     * Takes the characters of a JSON string up to one that means something: a quote, a backslash, the end of a line, or
     * the end of what is in memory.
     *
     * @param into gets them, as far as there is room
     * @param length how many are in it
     * @return how many are in it then
     */
    public int takePlain(char[] into, int length) {
        char[] chars = buffer;
        int start = at;
        int end = limit;
        int i = start;
        while (i < end) {
            char c = chars[i];
            if (c == '"' || c == '\\' || c == '\n' || c == '\r') {
                break;
            }
            i++;
        }
        at = i;
        int copied = Math.min(at - start, into.length - length);
        System.arraycopy(buffer, start, into, length, copied);
        return length + copied;
    }

    private StringBuilder append(StringBuilder line, String more) {
        return line.append(more, 0, Math.min(more.length(), longestLine - line.length()));
    }

    /** Makes sure that there is an unread character, past the second half of a Windows end of line. */
    private boolean fill() {
        while (true) {
            if (at == limit) {
                at = 0;
                limit = Math.max(0, read());
                if (limit == 0) {
                    return false;
                }
                skipByteOrderMark();
            }
            if (!afterCarriageReturn) {
                return true;
            }
            afterCarriageReturn = false;
            if (buffer[at] != '\n') {
                return true;
            }
            at++;
        }
    }

    private void skipByteOrderMark() {
        if (!begun && buffer[0] == '\uFEFF' && limit > 1) {
            at = 1;
        }
        begun = true;
    }

    private int read() {
        try {
            return reader.read(buffer, 0, buffer.length);
        } catch (IOException e) {
            throw new DataException(name + ": cannot be read: " + e.getMessage(), e);
        }
    }
}
