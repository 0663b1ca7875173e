package dev.loomweight.input.text;

import dev.loomweight.capture.DataException;
import dev.loomweight.sample.NmtMessage;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.NmtStatistics;
import dev.loomweight.sample.Sample;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code VM.native_memory} prints, JDK 11 and later: summary, detail, their diffs, statistics and messages; also
 * the report that {@code -XX:+PrintNMTStatistics} puts into the application's own output, and the one inside
 * {@code VM.info} and crash logs. Text before, between and after reports is skipped.
 *
 * <p>A line that no report knows is kept until it is clear whose it is: if the report continues after it, it is a line of
 * the report, else it is text of others.
 */
public final class NmtText {

    /** The note of a report whose end is missing. */
    public static final String ENDS_EARLY = "report ends early";

    private static final String HEADING = "Native Memory Tracking:";
    private static final String STATISTICS = "Native Memory Tracking Statistics:";

    /** So many lines that a report does not know, in a row, are no longer inside it. */
    private static final int FOREIGN_LINES = 100;

    /** No JDK prints more statistics than some dozens of lines. */
    private static final int LONGEST_STATISTICS = 200;

    private final LineCursor lines;
    private final List<Sample> samples = new ArrayList<>();
    private final List<String> doubtful = new ArrayList<>();
    private long foreignCount;
    private long statisticsPid = -1;
    private @Nullable String pidLine;
    /** The process above all of the text, which jcmd puts there: for {@code VM.info}, far above the report. */
    private long firstPid = -1;

    private boolean blank = true;
    private @Nullable NmtReportParser report;
    private @Nullable List<String> statistics;
    private int withoutTotal;

    private NmtText(LineCursor lines) {
        this.lines = lines;
    }

    /**
     * Reads all reports, messages and statistics of a text.
     *
     * @param reader read to its end, line by line; not closed
     * @param name the text's name in messages
     * @return the samples in the order of the text; empty if there is none
     * @throws DataException if the text cannot be read, or if all that it has is the heading of a report
     */
    public static List<Sample> parse(Reader reader, String name) {
        return read(new LineCursor(reader, name)).samples();
    }

    /**
     * Reads all reports, messages and statistics of a file.
     *
     * @param file a text in UTF-8 or, with a byte order mark, UTF-16
     * @return the samples in the order of the file; empty if there is none
     * @throws DataException if the file cannot be read, or if all that it has is the heading of a report
     */
    public static List<Sample> parse(Path file) {
        return TextFiles.read(file, file.toString(), NmtText::read).samples();
    }

    /** As {@link #parse}, with the notes for the coverage. */
    static TextRead read(LineCursor lines) {
        return new NmtText(lines).all();
    }

    /** Whether a line, stripped, shows that the text is of this kind. */
    static boolean isSign(String text) {
        return isHeading(text) || text.equals(STATISTICS) || NmtMessages.kind(text) != null;
    }

    private static boolean isHeading(String text) {
        // One vendor (BiSheng 21) writes its time after the colon.
        return text.startsWith(HEADING)
                && (text.length() == HEADING.length() || text.startsWith(" end time is", HEADING.length()));
    }

    private TextRead all() {
        for (String line = lines.next(); line != null; line = lines.next()) {
            line(line);
        }
        endReport();
        endStatistics();
        if (samples.isEmpty() && withoutTotal > 0) {
            throw new DataException(lines.name()
                    + ": the NMT report has no line \"Total:\"; save the whole output of jcmd PID VM.native_memory");
        }
        return new TextRead(samples, NmtNotes.of(samples, withoutTotal, foreignCount));
    }

    private void line(String line) {
        if (report != null) {
            NmtReportParser.Answer answer = report.accept(line);
            if (answer != NmtReportParser.Answer.UNKNOWN) {
                if (answer == NmtReportParser.Answer.TAKEN) {
                    keepDoubtful(report);
                }
                return;
            }
        }
        String text = line.strip();
        if (!mark(text)) {
            other(line, text);
        }
    }

    /** Takes the lines at which something ends and something else begins. */
    private boolean mark(String text) {
        if (isHeading(text)) {
            heading(text);
            return true;
        } else if (text.equals(STATISTICS)) {
            long of = takePid();
            endReport();
            endStatistics();
            statisticsPid = of;
            statistics = new ArrayList<>(List.of(text));
            return true;
        }
        NmtMessage.Kind kind = NmtMessages.kind(text);
        if (kind != null) {
            long of = takePid();
            endReport();
            endStatistics();
            samples.add(new NmtMessage(of, kind, text));
            return true;
        }
        return false;
    }

    private void heading(String text) {
        if (report == null || report.hasTotal()) {
            long of = takePid();
            endReport();
            endStatistics();
            report = new NmtReportParser(of);
        }
        if (text.length() > HEADING.length()) {
            report.note(text.substring(HEADING.length()).strip());
        }
    }

    private void other(String line, String text) {
        if (text.isEmpty() && statistics == null) {
            return;
        }
        if (isPid(text)) {
            endStatistics();
            foreignPid();
            pidLine = text;
            firstPid = blank ? pidOf(text) : firstPid;
            blank = false;
            return;
        }
        blank = false;
        foreignPid();
        if (statistics != null && statistics.size() < LONGEST_STATISTICS) {
            statistics.add(line);
        } else if (report != null) {
            doubtful.add(line);
            if (doubtful.size() > FOREIGN_LINES) {
                endReport();
            }
        } else {
            foreignCount++;
        }
    }

    private static boolean isPid(String text) {
        int last = text.length() - 1;
        if (last < 1 || last > 10 || text.charAt(last) != ':') {
            return false;
        }
        for (int i = 0; i < last; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** The process that jcmd named above what begins now. */
    private long takePid() {
        long first = samples.isEmpty() ? firstPid : -1;
        long taken = pidLine == null ? first : pidOf(pidLine);
        pidLine = null;
        return taken;
    }

    private static long pidOf(String text) {
        return Long.parseLong(text.substring(0, text.length() - 1));
    }

    /** What looked like a process was a line of others. */
    private void foreignPid() {
        if (pidLine != null) {
            foreignCount++;
            pidLine = null;
        }
    }

    private void keepDoubtful(NmtReportParser of) {
        if (pidLine != null) {
            doubtful.add(pidLine);
            pidLine = null;
        }
        of.keep(doubtful);
        doubtful.clear();
    }

    private void endReport() {
        if (report == null) {
            return;
        }
        NmtReport read = report.finish();
        if (read != null) {
            samples.add(read);
        } else {
            withoutTotal++;
        }
        report = null;
        foreignCount += doubtful.size();
        doubtful.clear();
    }

    private void endStatistics() {
        if (statistics != null) {
            while (statistics.getLast().isBlank()) {
                statistics.removeLast();
            }
            samples.add(new NmtStatistics(statisticsPid, statistics));
            statistics = null;
        }
    }
}
