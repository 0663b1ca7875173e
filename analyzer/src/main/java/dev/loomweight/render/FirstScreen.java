package dev.loomweight.render;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.ReportSummary;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The most important parts of a report on as many lines as there are: verdict, findings, the largest rows of tables, what
 * the other sections say, what was recorded, and how to see more. Each part has forms of rising length. All begin with the
 * shortest, and grow in the order of their importance while they fit.
 */
final class FirstScreen {

    /** The rows of a table. */
    private static final int MOST_ROWS = 5;

    private static final int FEW_ROWS = 3;
    private static final int MOST_FINDINGS = 5;

    /** The remarks that are shown where there is nothing worse. */
    private static final int MOST_REMARKS = 2;

    private static final int LINES_OF_FINDING = 3;

    /** How important the first remark is. */
    private static final int REMARK = 92;

    /** What is less important than this is not worth the empty lines between the parts. */
    private static final int APART = 55;

    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9]*m");

    /** The lines of the other sections together. */
    private static final int LINES_OF_OTHERS = 5;

    /** The sentences of other sections that are worth a line where they do not fit. */
    private static final int CLIPPED = 2;

    private static final int LINES_OF_SENTENCE = 3;

    private final Report report;
    private final ReportSummary summary;
    // The section that the screen is about, and all others but the one on what was recorded.
    private final List<Section> main;
    private final List<Section> others;
    private final TextOptions options;
    private final TextOptions.Screen screen;
    private final List<Part> parts = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    /** A part of the screen: its forms from the shortest to the longest, and whether an empty line may precede it. */
    private record Part(List<List<String>> forms, boolean set) {}

    /** The form that a part grows to. */
    private record Step(int importance, int part, int form) {}

    /** What writes a part. */
    @FunctionalInterface
    private interface Writing {
        void to(ParagraphWriter paragraphs) throws IOException;
    }

    private FirstScreen(Report report, TextOptions options, TextOptions.Screen screen) {
        this.report = report;
        this.summary = ReportSummary.of(report);
        this.options = options;
        this.screen = screen;
        List<Section> sections = summary.sections().stream()
                .filter(section -> !isRecorded(section))
                .toList();
        this.main = sections.stream()
                .filter(section -> !ReportSummary.sentences(section).isEmpty())
                .findFirst()
                .or(() -> sections.stream().findFirst())
                .stream()
                .toList();
        this.others =
                sections.stream().filter(section -> !main.contains(section)).toList();
    }

    /** Writes the first screen of a report. */
    static void write(Report report, TextOptions options, TextOptions.Screen screen, Appendable out)
            throws IOException {
        FirstScreen all = new FirstScreen(report, options, screen);
        all.gather();
        for (String line : all.fitted()) {
            out.append(line).append('\n');
        }
    }

    private void gather() throws IOException {
        add(false, lines(paragraphs -> paragraphs.titleLine(report.title())));
        List<Finding> findings = findings();
        boolean headed = !findings.isEmpty() && ReportSummary.isHeadline(findings.getFirst());
        if (headed) {
            add(false, finding(findings.getFirst()));
        }
        verdict();
        findings(headed ? findings.subList(1, findings.size()) : findings);
        tables();
        others();
        recorded();
        more(findings.size());
    }

    // In the order of the screen; the numbers are the importance of what is added, the smallest first.

    private void verdict() throws IOException {
        List<String> sentences = main.stream()
                .flatMap(section -> ReportSummary.sentences(section).stream())
                .limit(2)
                .toList();
        if (sentences.isEmpty()) {
            return;
        }
        List<String> first = sentence(Style.STRONG, shortened(sentences.getFirst()), 2);
        int part = add(false, first);
        List<String> whole = sentence(Style.STRONG, sentences.getFirst(), LINES_OF_SENTENCE);
        grow(50, part, whole);
        if (sentences.size() > 1) {
            grow(80, part, joined(whole, sentence(Style.PLAIN, sentences.get(1), 2)));
            grow(110, part, joined(whole, sentence(Style.PLAIN, sentences.get(1), LINES_OF_SENTENCE)));
        }
    }

    private void findings(List<Finding> findings) throws IOException {
        int part = add(true, List.of());
        List<String> shown = List.of();
        int[] importance = {10, 30, 60, 100, 105};
        for (int i = 0; i < findings.size() && i < MOST_FINDINGS; i++) {
            boolean remark = findings.get(i).severity() == Severity.INFO;
            shown = joined(shown, finding(findings.get(i)));
            grow(remark ? REMARK + i : importance[i], part, shown);
        }
        if (!findings.isEmpty() && !findings.getFirst().solution().isBlank()) {
            List<String> advised = new ArrayList<>(finding(findings.getFirst()));
            advised.addAll(lines(paragraphs -> paragraphs.paragraph(
                    Style.PLAIN, "  → ", findings.getFirst().solution())));
            int first = finding(findings.getFirst()).size();
            grow(140, part, joined(advised, shown.subList(first, shown.size())));
        }
    }

    private void tables() throws IOException {
        boolean ranked = false;
        for (Section section : summary.sections()) {
            Table table = section.lead().orElse(null);
            if (table != null && (main.contains(section) || !table.brief().isEmpty())) {
                int part = add(true, List.of());
                boolean worst = !ranked && (table.top() != Table.ALL || (main.contains(section) && !isAnyRanked()));
                ranked |= worst;
                String place = table.top() == Table.ALL ? section.title() + ": " : "";
                grow(worst ? 20 : 120, part, table(place, table, FEW_ROWS));
                grow(worst ? 40 : 130, part, table(place, table, MOST_ROWS));
            }
        }
    }

    private boolean isAnyRanked() {
        return summary.sections().stream()
                .flatMap(section -> section.lead().stream())
                .anyMatch(table -> table.top() != Table.ALL && !table.brief().isEmpty());
    }

    private List<String> table(String place, Table table, int rows) throws IOException {
        Table brief = BriefTable.rows(table, rows);
        return lines(paragraphs -> {
            paragraphs.blockTitle(brief.title().isBlank() ? "" : place + brief.title());
            TableText.writeLines(brief, BriefTable.order(brief), paragraphs);
        });
    }

    /** A sentence of each other section: first a line each, then the first of them whole, and as many as there are lines. */
    private void others() throws IOException {
        List<String> sentences = new ArrayList<>();
        for (Section section : others) {
            ReportSummary.sentences(section).stream().limit(1).forEach(sentences::add);
        }
        if (sentences.isEmpty()) {
            return;
        }
        int part = add(true, List.of());
        List<String> clipped = List.of();
        for (int i = 0; i < sentences.size() && i < CLIPPED; i++) {
            clipped = joined(clipped, sentence(Style.PLAIN, sentences.get(i), 1));
            grow(41 + 24 * i, part, clipped);
        }
        List<String> whole = List.of();
        for (int i = 0; i < sentences.size() && whole.size() < LINES_OF_OTHERS; i++) {
            int left = Math.min(LINES_OF_SENTENCE, LINES_OF_OTHERS - whole.size());
            whole = joined(whole, sentence(Style.PLAIN, sentences.get(i), left));
            grow(90 + i, part, whole);
        }
    }

    private void recorded() throws IOException {
        for (Section section : summary.sections()) {
            if (isRecorded(section)) {
                String sentence = ReportSummary.sentences(section).getFirst();
                int part = add(true, sentence(Style.FAINT, sentence, 1));
                grow(55, part, sentence(Style.FAINT, sentence, 2));
            }
        }
    }

    private static boolean isRecorded(Section section) {
        return section.verdict().filter(note -> note.id().equals(Note.RECORDED)).isPresent();
    }

    private void more(int shown) throws IOException {
        int left = summary.findings().size() - Math.min(shown, MOST_FINDINGS);
        String words = left > 0
                ? Amounts.count(left) + (left == 1 ? " more finding; all: " : " more findings; all: ")
                : "More: ";
        int part = add(false, commands(words, List.of()));
        grow(42, part, commands(words, screen.more()));
    }

    /** Lines to copy, the words before the first; where that does not fit, above it. A long one is not broken. */
    private List<String> commands(String words, List<String> others) throws IOException {
        String instead = " (or " + screen.instead() + ")";
        int room = options.width() - ParagraphWriter.MARGIN - TerminalColumns.of(words);
        boolean beside = TerminalColumns.of(screen.all() + instead) <= room
                && others.stream().allMatch(other -> TerminalColumns.of(other) <= room);
        int indent = ParagraphWriter.MARGIN + (beside ? TerminalColumns.of(words) : 2);
        return lines(paragraphs -> {
            LineWriter writer = paragraphs.writer().space(ParagraphWriter.MARGIN);
            if (beside) {
                writer.write(Style.FAINT, words)
                        .write(Style.PLAIN, screen.all())
                        .write(Style.FAINT, instead);
            } else {
                writer.write(Style.FAINT, words.replaceFirst(": $", instead + ":"))
                        .end();
                writer.space(indent).write(Style.PLAIN, screen.all());
            }
            writer.end();
            for (String other : others) {
                writer.space(indent).write(Style.PLAIN, other).end();
            }
        });
    }

    /** Problems and warnings; where there are none, the first remarks. */
    private List<Finding> findings() {
        List<Finding> all =
                summary.findings().stream().map(ReportSummary.Placed::what).toList();
        List<Finding> worse = all.stream()
                .filter(finding -> finding.severity() != Severity.INFO)
                .toList();
        if (worse.isEmpty()) {
            return all.subList(0, Math.min(MOST_REMARKS, all.size()));
        }
        List<Finding> shown = new ArrayList<>(worse.subList(0, Math.min(MOST_FINDINGS, worse.size())));
        // What is wrong with the inputs bounds all figures: it is never crowded out.
        if (shown.stream().allMatch(finding -> finding.topic() == Finding.Topic.PROGRAM)) {
            worse.stream()
                    .filter(finding -> finding.topic() == Finding.Topic.INPUTS)
                    .findFirst()
                    .ifPresent(finding -> {
                        if (shown.size() >= MOST_FINDINGS) {
                            shown.removeLast();
                        }
                        shown.add(Math.min(2, shown.size()), finding);
                    });
        }
        return shown;
    }

    private List<String> finding(Finding finding) throws IOException {
        return lines(paragraphs -> {
            String marker = TextRenderer.marker(finding.severity());
            String summary = clipped("\u00a0".repeat(marker.length() - 2) + finding.summary(), 2, LINES_OF_FINDING);
            paragraphs.paragraph(
                    TextRenderer.style(finding.severity()),
                    marker,
                    Style.STRONG,
                    summary.substring(marker.length() - 2),
                    2);
        });
    }

    /** A verdict without its second sentence where that does not fit on two lines. */
    private String shortened(String verdict) {
        int end = verdict.indexOf(". ");
        int columns = 2 * writer(new StringBuilder()).inner(0);
        return end > 0 && TerminalColumns.of(verdict) > columns ? verdict.substring(0, end + 1) : verdict;
    }

    private List<String> sentence(Style style, String sentence, int lines) throws IOException {
        return lines(paragraphs -> paragraphs.paragraph(style, "", clipped(sentence, 0, lines)));
    }

    private String clipped(String words, int hang, int lines) {
        return String.join(
                " ",
                Wrapping.lines(SafeText.of(words), writer(new StringBuilder()).inner(hang), lines));
    }

    private List<String> lines(Writing writing) throws IOException {
        StringBuilder text = new StringBuilder();
        writing.to(writer(text));
        return text.toString().lines().toList();
    }

    private ParagraphWriter writer(StringBuilder text) {
        return new ParagraphWriter(new LineWriter(text, options.colour()), options);
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    private int add(boolean set, List<String> shortest) {
        parts.add(new Part(new ArrayList<>(List.of(shortest)), set));
        return parts.size() - 1;
    }

    private void grow(int importance, int part, List<String> form) {
        List<List<String>> forms = parts.get(part).forms();
        forms.add(form);
        steps.add(new Step(importance, part, forms.size() - 1));
    }

    /** The lines of the parts in the longest forms that fit, set apart where there is room. */
    private List<String> fitted() {
        int[] chosen = new int[parts.size()];
        steps.sort((one, other) -> Integer.compare(one.importance(), other.importance()));
        for (Step step : steps) {
            int before = chosen[step.part()];
            chosen[step.part()] = step.form();
            if (rows(lines(chosen, step.importance() > APART)) > screen.rows()) {
                chosen[step.part()] = before;
            }
        }
        List<String> apart = lines(chosen, true);
        return rows(apart) <= screen.rows() ? apart : lines(chosen, false);
    }

    /** How many rows of a terminal lines take: it breaks those that are longer than it is wide. */
    private int rows(List<String> lines) {
        int rows = 0;
        for (String line : lines) {
            int columns = TerminalColumns.of(COLOURS.matcher(line).replaceAll(""));
            rows += Math.max(1, (columns + options.width() - 1) / options.width());
        }
        return rows;
    }

    private List<String> lines(int[] chosen, boolean apart) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < chosen.length; i++) {
            List<String> form = parts.get(i).forms().get(chosen[i]);
            if (apart && parts.get(i).set() && !form.isEmpty() && !lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(form);
        }
        return Collections.unmodifiableList(lines);
    }
}
