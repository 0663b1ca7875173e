package dev.loomweight.input.text;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.LineScanner;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * {@code /proc/PID/status} and {@code /proc/PID/smaps_rollup}: lines of {@code Name: 12 kB}. The kernel's kB is 1024
 * bytes; see proc_pid_status(5).
 */
public final class ProcText {

    private static final String ROLLUP = "[rollup]";
    private static final Pattern RANGE = Pattern.compile("\\p{XDigit}+-\\p{XDigit}+ ");

    private ProcText() {}

    /**
     * Reads {@code status}. Its many fields that are neither memory nor the number of threads are skipped.
     *
     * @param reader read line by line; not closed
     * @param name the text's name in messages
     * @throws DataException if the text cannot be read or is not of this kind
     */
    public static ProcStatus parseStatus(Reader reader, String name) {
        return TextFormat.PROC_STATUS.only(ProcStatus.class, reader, name);
    }

    /**
     * Reads {@code /proc/PID/smaps}.
     *
     * @param name the name for messages
     * @throws DataException if it is another text
     */
    public static Smaps parseSmaps(Reader reader, String name) {
        return TextFormat.SMAPS.only(Smaps.class, reader, name);
    }

    /** Whether a line, stripped, is one that only {@code status} has. */
    static boolean isStatusSign(String text) {
        // Not any "Vm": /proc/meminfo, which crash logs quote, has VmallocTotal.
        return text.startsWith("TracerPid:") || text.startsWith("VmPeak:") || text.startsWith("VmRSS:");
    }

    /** Whether a line, stripped, is the first of {@code smaps_rollup}. */
    static boolean isRollupSign(String text) {
        return text.endsWith(ROLLUP) && RANGE.matcher(text).lookingAt();
    }

    /** The status, with the notes for the coverage. */
    static TextRead readStatus(LineCursor lines) {
        LineScanner scan = new LineScanner();
        Map<String, Long> bytes = new LinkedHashMap<>();
        long pid = -1;
        long threads = -1;
        boolean begun = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            begun |= text.startsWith("Name:") || isStatusSign(text);
            if (begun && text.isEmpty()) {
                break;
            } else if (!begun) {
                continue;
            }
            scan.over(line);
            String field = scan.before(":");
            scan.expect(":");
            scan.blanks();
            long value = scan.number();
            if (scan.failed()) {
                continue;
            }
            if (isKilobytes(scan, value)) {
                bytes.put(field, value << 10);
            } else if (field.equals("Pid") && scan.atEnd()) {
                pid = value;
            } else if (field.equals("Threads") && scan.atEnd()) {
                threads = value;
                // What follows it has no memory.
                break;
            }
        }
        if (!begun) {
            return new TextRead(List.of(), List.of());
        }
        List<String> notes = new ArrayList<>();
        if (threads < 0) {
            notes.add(TextRead.missing("the process status ends early: it has no line \"Threads\""));
        }
        return TextRead.of(new ProcStatus(pid, bytes, threads), notes);
    }

    /** The sums, with the notes for the coverage. */
    static TextRead readRollup(LineCursor lines) {
        LineScanner scan = new LineScanner();
        Map<String, Long> bytes = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        boolean begun = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            if (!begun) {
                begun = isRollupSign(text);
                continue;
            } else if (text.isEmpty()) {
                break;
            }
            scan.over(line);
            String field = scan.before(":");
            scan.expect(":");
            scan.blanks();
            long value = scan.number();
            if (!scan.failed() && isKilobytes(scan, value)) {
                bytes.put(field, value << 10);
            } else {
                unknown.add(line);
            }
        }
        if (!begun) {
            return new TextRead(List.of(), List.of());
        }
        List<String> notes = new ArrayList<>();
        if (!bytes.containsKey("Rss")) {
            notes.add(TextRead.missing("smaps_rollup ends early: it has no line \"Rss\""));
        }
        TextRead.quote(notes, unknown, "unknown lines in smaps_rollup");
        return TextRead.of(new SmapsRollup(bytes), notes);
    }

    private static boolean isKilobytes(LineScanner scan, long value) {
        return value <= Long.MAX_VALUE >> 10 && scan.eat(" kB") && scan.atEnd();
    }
}
