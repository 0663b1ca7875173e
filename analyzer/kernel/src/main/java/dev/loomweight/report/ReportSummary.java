package dev.loomweight.report;

import dev.loomweight.report.Finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A report in the order in which people read it, and its most important parts. Text, Markdown, the html page and the first
 * screen take their order from here; formats for machines keep that of {@link Report#sections()}.
 *
 * @param sections those that have something to show: with a problem first, then with a warning about a place in code, then
 *     with another warning, then with something that still grows; else in the report's order, whatever is to be said of the
 *     inputs
 * @param verdict what the sections say in short, those of the first section first: two sentences of it, one of each other. It
 *     begins with the worst finding where that is a problem of the program
 * @param findings all findings, what to act on first: problems and warnings of the program, of the problems those that it had
 *     at its end, then those of the inputs, then remarks, those on growth first. Of each severity, the first of
 *     each kind precedes the second of any
 * @param table the table that the report begins with, if it does
 */
public record ReportSummary(
        List<Section> sections, List<String> verdict, List<Placed<Finding>> findings, Optional<Placed<Table>> table) {

    /** The number of findings in a summary. */
    public static final int MOST_FINDINGS = 3;

    private static final int SENTENCES_OF_FIRST = 2;
    private static final int SENTENCES = 4;

    /**
     * Something and where it stands.
     *
     * @param what it
     * @param section the index of its section among {@link ReportSummary#sections()}
     * @param index its index among the findings or blocks of the section
     */
    public record Placed<T>(T what, int section, int index) {}

    public ReportSummary {
        sections = List.copyOf(sections);
        verdict = List.copyOf(verdict);
        findings = List.copyOf(findings);
    }

    /** The summary of a report. */
    public static ReportSummary of(Report report) {
        List<Section> sections = report.sections().stream()
                .filter(section -> !section.isEmpty())
                .sorted(Comparator.comparingInt(ReportSummary::rank))
                .toList();
        List<Placed<Finding>> findings = findings(sections);
        List<String> verdict = new ArrayList<>();
        findings.stream()
                .limit(1)
                .map(Placed::what)
                .filter(ReportSummary::isHeadline)
                .forEach(worst -> verdict.add(worst.summary()));
        Optional<Placed<Table>> table = Optional.empty();
        for (int i = 0; i < sections.size(); i++) {
            Section section = sections.get(i);
            sentences(section).stream().limit(i == 0 ? SENTENCES_OF_FIRST : 1).forEach(verdict::add);
            if (table.isEmpty() && section.lead().isPresent()) {
                Table lead = section.lead().get();
                table = Optional.of(new Placed<>(lead, i, section.blocks().indexOf(lead)));
            }
        }
        return new ReportSummary(sections, verdict.stream().limit(SENTENCES).toList(), findings, table);
    }

    /** The first findings; at most {@link #MOST_FINDINGS}. */
    public List<Placed<Finding>> worst() {
        return findings.subList(0, Math.min(MOST_FINDINGS, findings.size()));
    }

    /** Whether a finding is what a report begins with. */
    public static boolean isHeadline(Finding finding) {
        return finding.severity() == Severity.PROBLEM && finding.isOfProgram();
    }

    /** What a section says in short: the sentences of its verdict. */
    public static List<String> sentences(Section section) {
        return section.verdict().map(Note::sentences).orElse(List.of()).stream()
                // Options to copy are no verdict.
                .filter(sentence -> !sentence.isBlank() && !sentence.startsWith("-"))
                .toList();
    }

    private static List<Placed<Finding>> findings(List<Section> sections) {
        record Ranked(Placed<Finding> finding, int rank, int ofItsKind) {}
        List<Ranked> all = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < sections.size(); i++) {
            List<Finding> findings = sections.get(i).findings();
            for (int j = 0; j < findings.size(); j++) {
                Finding finding = findings.get(j);
                all.add(new Ranked(
                        new Placed<>(finding, i, j), rank(finding), seen.merge(finding.id(), 1, Integer::sum)));
            }
        }
        return all.stream()
                .sorted(Comparator.comparingInt(Ranked::rank).thenComparingInt(Ranked::ofItsKind))
                .map(Ranked::finding)
                .toList();
    }

    /** The place of a finding by what it is: the smallest first. */
    private static int rank(Finding finding) {
        boolean ofProgram = finding.isOfProgram();
        return switch (finding.severity()) {
            case PROBLEM -> finding.topic() == Finding.Topic.END ? -1 : ofProgram ? 0 : 2;
            case WARNING -> ofProgram ? 1 : 3;
            case INFO -> finding.topic() == Finding.Topic.GROWTH ? 4 : 5;
        };
    }

    private static int rank(Section section) {
        int rank = Integer.MAX_VALUE;
        for (Finding finding : section.findings()) {
            // What names a line of code can be acted on at once.
            boolean code = finding.severity() == Severity.WARNING && finding.place() != null;
            boolean program = finding.severity() == Severity.WARNING && finding.isOfProgram();
            boolean grows = finding.topic() == Finding.Topic.GROWTH;
            if (finding.severity() == Severity.PROBLEM || program || grows) {
                rank = Math.min(rank, 2 * rank(finding) + (code || isHeadline(finding) ? 0 : 1));
            }
        }
        return rank;
    }
}
