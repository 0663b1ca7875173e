package dev.loomweight.input.text.nmt;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtMessage.Kind;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtStatistics;
import dev.loomweight.sample.Sample;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    public static final String ENDS_EARLY = "the NMT report ends early";

    /** The note of a report whose categories are less than its total, as some were lost at its end or before. */
    static final String INCOMPLETE = "the NMT report lacks categories: they add up to less than its total";

    /** The note of a report without total, whose total is the sum of its categories. */
    public static final String NO_TOTAL = NmtReport.NO_TOTAL;

    static final String HEADING = "Native Memory Tracking:";
    private static final String STATISTICS = "Native Memory Tracking Statistics:";

    /** The first line of {@code VM.info}, after the process. */
    private static final String HEAD_OF_INFO = "#";

    /** So many lines that a report does not know, in a row, are no longer inside it. */
    private static final int FOREIGN_LINES = 100;

    /** No JDK prints more statistics than some dozens of lines. */
    private static final int LONGEST_STATISTICS = 200;

    private final LineCursor lines;
    private final NmtForms forms = new NmtForms();
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

    /** As {@link #parse}, with the notes for the coverage. */
    public static TextRead read(LineCursor lines) {
        return new NmtText(lines).all();
    }

    /** Whether a line, stripped, shows that the text is of this kind. */
    public static boolean isSign(String text) {
        return isHeading(text)
                || text.equals(STATISTICS)
                || Messages.kind(text) != null
                || NmtForms.isSign(text)
                || NmtReportParser.isDetail(text);
    }

    private static boolean isHeading(String text) {
        // One vendor (BiSheng 21) writes its time after the colon.
        return text.startsWith(HEADING)
                && (text.length() == HEADING.length() || text.startsWith(" end time is", HEADING.length()));
    }

    private TextRead all() {
        for (String line = lines.next(); line != null; line = lines.next()) {
            line(forms.of(line, report != null));
        }
        endReport();
        endStatistics();
        if (samples.isEmpty() && withoutTotal > 0) {
            throw new DataException(
                    lines.name()
                            + ": the NMT report has a heading and no figures; save the whole output of jcmd PID VM.native_memory");
        }
        return new TextRead(samples, Notes.of(samples, withoutTotal, foreignCount));
    }

    private void line(String line) {
        if (report == null ? NmtReportParser.isBegin(line) : report.isOver(line)) {
            begin();
        }
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
        NmtMessage.Kind kind = Messages.kind(text);
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
        if (report == null || report.isBegun()) {
            begin();
        }
        if (report != null && text.length() > HEADING.length()) {
            report.note(text.substring(HEADING.length()).strip());
        }
    }

    private void begin() {
        long of = takePid();
        endReport();
        endStatistics();
        report = new NmtReportParser(of);
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
        if (pidLine != null && text.equals(HEAD_OF_INFO)) {
            firstPid = pidOf(pidLine);
        } else if (text.startsWith(HEAD_OF_INFO) && text.contains(", pid=")) {
            // A crash log names its own process.
            firstPid = -1;
        }
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
        foreignCount += of.keep(doubtful);
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

    /** The one-line answers of {@code VM.native_memory}, from HotSpot's {@code nmt/nmtDCmd.cpp} and its forerunners. */
    static final class Messages {

        /** How an answer begins, and what it means. */
        private static final Map<String, Kind> BEGINNINGS = new LinkedHashMap<>();

        static {
            BEGINNINGS.put("Native memory tracking is not enabled", Kind.OFF);
            BEGINNINGS.put("Native memory tracking has been ", Kind.SHUT_DOWN);
            BEGINNINGS.put("Detail tracking is not enabled", Kind.SUMMARY_ONLY);
            BEGINNINGS.put("No baseline for comparison", Kind.NO_BASELINE);
            BEGINNINGS.put("No detail baseline for comparison", Kind.NO_BASELINE);
            BEGINNINGS.put("Baseline succeeded", Kind.BASELINE_TAKEN);
            BEGINNINGS.put("Baseline taken", Kind.BASELINE_TAKEN);
            BEGINNINGS.put("Incorrect scale value: ", Kind.BAD_REQUEST);
            BEGINNINGS.put("At most one of the following option", Kind.BAD_REQUEST);
            BEGINNINGS.put("No command to execute", Kind.BAD_REQUEST);
            BEGINNINGS.put("This option is deprecated and will be ignored.", Kind.BAD_REQUEST);
            // The one option of the command that JDKs have dropped.
            BEGINNINGS.put("java.lang.IllegalArgumentException: Unknown argument 'shutdown'", Kind.BAD_REQUEST);
        }

        private Messages() {}

        /** The meaning of a stripped line as an answer; null for any other line. */
        static @Nullable Kind kind(String text) {
            if (text.isEmpty() || "NDBIATj".indexOf(text.charAt(0)) < 0) {
                return null;
            }
            for (Map.Entry<String, Kind> entry : BEGINNINGS.entrySet()) {
                if (text.startsWith(entry.getKey())) {
                    return entry.getValue();
                }
            }
            return null;
        }

        /** The message about an answer; null where the answer itself is enough. */
        static @Nullable String advice(Kind kind) {
            return switch (kind) {
                case OFF -> "native memory tracking is off in this process; " + NmtStart.START_SUMMARY;
                case SHUT_DOWN ->
                    "native memory tracking was switched off in this process; restart it to track memory again";
                case SUMMARY_ONLY -> "native memory tracking is at summary in this process; " + NmtStart.START_DETAIL;
                case NO_BASELINE ->
                    "there is no baseline to compare with; take one first: jcmd PID VM.native_memory baseline";
                case BAD_REQUEST -> "the JVM refused the request";
                case BASELINE_TAKEN -> null;
            };
        }
    }

    /** What the user must know of the NMT texts in a file. */
    static final class Notes {

        private static final Set<String> MISSING = Set.of(ENDS_EARLY, INCOMPLETE, NO_TOTAL);
        private static final Map<Long, String> UNITS = Map.of(1L << 10, "KB", 1L << 20, "MB", 1L << 30, "GB");

        private Notes() {}

        /**
         * The notes on all samples of one file.
         *
         * @param withoutTotal how many reports have a heading and nothing more
         * @param foreignCount how many lines are outside all reports
         */
        static List<String> of(List<Sample> samples, int withoutTotal, long foreignCount) {
            List<String> notes = new ArrayList<>();
            long reports = samples.stream().filter(NmtReport.class::isInstance).count();
            int number = 0;
            for (Sample sample : samples) {
                if (sample instanceof NmtReport report) {
                    number++;
                    String prefix = reports > 1 ? "report " + number + ": " : "";
                    of(report).forEach(note -> notes.add(numbered(prefix, note)));
                } else if (sample instanceof NmtMessage message) {
                    String advice = NmtText.Messages.advice(message.kind());
                    if (advice != null) {
                        notes.add(advice + " (\"" + message.text() + "\")");
                    }
                }
            }
            if (withoutTotal > 0) {
                notes.add("skipped NMT headings without figures: " + withoutTotal);
            }
            if (foreignCount > 0 && !samples.isEmpty()) {
                // Not quoted: they are what the application printed, or the environment in a crash log.
                notes.add("skipped lines outside the NMT output: " + foreignCount);
            }
            return notes;
        }

        /** Which report it is of, after what says that something is missing. */
        private static String numbered(String prefix, String note) {
            String begin = note.startsWith(OfSource.INCOMPLETE) ? OfSource.INCOMPLETE : "";
            return begin + prefix + note.substring(begin.length());
        }

        /** The notes on one report: what it says of itself, rounding, unknown lines, sums. */
        private static List<String> of(NmtReport report) {
            List<String> notes = new ArrayList<>(report.notes().stream()
                    .map(note -> MISSING.contains(note) ? TextRead.missing(note) : note)
                    .toList());
            String unit = UNITS.get(report.scale());
            if (unit != null) {
                notes.add("amounts are rounded to " + unit + "; use scale=b");
            }
            TextRead.quote(notes, report.unknownLines(), "unknown lines in the NMT report");
            for (NmtCategory category : report.categories()) {
                TextRead.quote(notes, category.unknownLines(), "unknown lines in the NMT category " + category.name());
            }
            for (String disagreement : NmtCheck.disagreements(report)) {
                notes.add(TextRead.missing("NMT does not add up: " + disagreement));
            }
            return notes;
        }
    }
}
