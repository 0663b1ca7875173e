package dev.loomweight.input.text;

import dev.loomweight.sample.NmtCategory;
import dev.loomweight.sample.NmtMessage;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the user must know of the NMT texts in a file. */
final class NmtNotes {

    private static final Map<Long, String> UNITS = Map.of(1L << 10, "KB", 1L << 20, "MB", 1L << 30, "GB");

    private NmtNotes() {}

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
                of(report).forEach(note -> notes.add(prefix + note));
            } else if (sample instanceof NmtMessage message) {
                String advice = NmtMessages.advice(message.kind());
                if (advice != null) {
                    notes.add(advice + " (\"" + message.text() + "\")");
                }
            }
        }
        if (withoutTotal > 0) {
            notes.add("skipped NMT headings without a \"Total:\" line: " + withoutTotal);
        }
        if (foreignCount > 0 && !samples.isEmpty()) {
            // Not quoted: they are what the application printed, or the environment in a crash log.
            notes.add("skipped lines outside the NMT output: " + foreignCount);
        }
        return notes;
    }

    /** The notes on one report: what it says of itself, rounding, unknown lines, sums. */
    private static List<String> of(NmtReport report) {
        List<String> notes = new ArrayList<>(report.notes());
        String unit = UNITS.get(report.scale());
        if (unit != null) {
            notes.add("amounts are rounded to " + unit + "; use scale=b");
        }
        TextRead.quote(notes, report.unknownLines(), "unknown lines in the NMT report");
        for (NmtCategory category : report.categories()) {
            TextRead.quote(notes, category.unknownLines(), "unknown lines in the NMT category " + category.name());
        }
        for (String disagreement : NmtCheck.disagreements(report)) {
            notes.add("NMT does not add up: " + disagreement);
        }
        return notes;
    }
}
