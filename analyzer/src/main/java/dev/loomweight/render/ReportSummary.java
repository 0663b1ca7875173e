package dev.loomweight.render;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The most important parts of a report.
 *
 * @param verdict what the sections say in short, those of the first section first: two sentences of it, one of each other
 * @param worst the findings to act on, the most severe first, at most {@link #MOST_FINDINGS}; remarks only where there is
 *     nothing worse
 * @param table the table that the report begins with, if it does
 */
record ReportSummary(List<String> verdict, List<Placed<Finding>> worst, Optional<Placed<Table>> table) {

    /** The number of findings in a summary. */
    static final int MOST_FINDINGS = 3;

    private static final int SENTENCES_OF_FIRST = 2;
    private static final int SENTENCES = 4;

    /**
     * Something and where it stands in its report.
     *
     * @param what it
     * @param section the index of its section
     * @param index its index among the findings or blocks of the section
     */
    record Placed<T>(T what, int section, int index) {}

    /** The summary of a report. */
    static ReportSummary of(Report report) {
        List<String> verdict = new ArrayList<>();
        List<Placed<Finding>> findings = new ArrayList<>();
        Optional<Placed<Table>> table = Optional.empty();
        for (int i = 0; i < report.sections().size(); i++) {
            Section section = report.sections().get(i);
            section.verdict().map(Note::sentences).orElse(List.of()).stream()
                    // Options to copy are no verdict.
                    .filter(sentence -> !sentence.isBlank() && !sentence.startsWith("-"))
                    .limit(verdict.isEmpty() ? SENTENCES_OF_FIRST : 1)
                    .forEach(verdict::add);
            for (int j = 0; j < section.findings().size(); j++) {
                findings.add(new Placed<>(section.findings().get(j), i, j));
            }
            if (table.isEmpty() && section.lead().isPresent()) {
                Table lead = section.lead().get();
                table = Optional.of(new Placed<>(lead, i, section.blocks().indexOf(lead)));
            }
        }
        List<Placed<Finding>> worst = findings.stream()
                .sorted(Comparator.comparing(
                        (Placed<Finding> finding) -> finding.what().severity(), Comparator.reverseOrder()))
                .limit(MOST_FINDINGS)
                .toList();
        return new ReportSummary(verdict.stream().limit(SENTENCES).toList(), worst, table);
    }
}
