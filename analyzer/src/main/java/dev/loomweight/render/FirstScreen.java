package dev.loomweight.render;

import dev.loomweight.render.LineWriter.Style;
import dev.loomweight.render.ScreenRules.Rule;
import dev.loomweight.render.ScreenRules.What;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The most important parts of a report on as many lines as there are: verdict, findings, the largest rows of tables, what
 * the other sections say, what was recorded, and how to see more. All parts begin with their shortest form, and grow by the
 * {@link ScreenRules}.
 */
final class FirstScreen {

    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9]*m");

    private final Report report;
    private final ReportSummary summary;
    // The section that the screen is about, and all others but the one on what was recorded.
    private final List<Section> main;
    private final List<Section> others;
    private final TextOptions options;
    private final TextOptions.Screen screen;
    private final List<Part> parts = new ArrayList<>();

    /**
     * A part of the screen.
     *
     * @param apart whether an empty line may precede it
     * @param shortest its lines before any rule; may be none
     * @param forms its lines by each rule on it
     */
    private record Part(boolean apart, List<String> shortest, Map<Rule, List<String>> forms) {}

    /** What writes a part. */
    @FunctionalInterface
    private interface Writing {
        void to(ParagraphWriter paragraphs) throws IOException;
    }

    /** The lines of a part that shows so much; null where there is not so much. */
    @FunctionalInterface
    private interface Form {
        @Nullable
        List<String> of(int much) throws IOException;
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
        add(false, lines(paragraphs -> paragraphs.incomplete(report.incomplete(), 1)));
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

    // In the order of the screen.

    private void verdict() throws IOException {
        List<String> sentences = main.stream()
                .flatMap(section -> ReportSummary.sentences(section).stream())
                .limit(2)
                .toList();
        if (sentences.isEmpty()) {
            return;
        }
        Part part = add(false, sentence(Style.STRONG, shortened(sentences.getFirst()), 2));
        grow(part, What.VERDICT, lines -> sentence(Style.STRONG, sentences.getFirst(), lines));
        grow(
                part,
                What.SECOND_SENTENCE,
                lines -> sentences.size() == 1
                        ? null
                        : joined(
                                sentence(Style.STRONG, sentences.getFirst(), ScreenRules.LINES_OF_SENTENCE),
                                sentence(Style.PLAIN, sentences.get(1), lines)));
    }

    private void findings(List<Finding> findings) throws IOException {
        if (findings.isEmpty()) {
            return;
        }
        Part part = add(true, List.of());
        Finding first = findings.getFirst();
        boolean remarks = first.severity() == Severity.INFO;
        boolean growth = remarks && first.topic() == Finding.Topic.GROWTH;
        if (growth) {
            grow(part, What.STEP, much -> step(first));
        }
        grow(
                part,
                remarks ? What.REMARKS : What.FINDINGS,
                much -> much > findings.size() ? null : shown(findings.subList(0, much), growth ? 1 : 0));
        grow(part, What.ADVICE, much -> first.solution().isBlank() ? null : shown(findings, much));
    }

    /** @param advised for how many of them it says what to do */
    private List<String> shown(List<Finding> findings, int advised) throws IOException {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
            Finding finding = findings.get(i);
            shown.addAll(finding(finding));
            if (i < advised) {
                shown.addAll(lines(paragraphs -> paragraphs.paragraph(Style.PLAIN, "  → ", finding.solution())));
            }
        }
        return shown;
    }

    private List<String> step(Finding finding) throws IOException {
        String solution = clipped(finding.solution(), 2, ScreenRules.LINES_OF_FINDING);
        return lines(paragraphs -> paragraphs.paragraph(Style.PLAIN, "→ ", solution));
    }

    private void tables() throws IOException {
        boolean ranked = false;
        for (Section section : summary.sections()) {
            Table table = table(section).orElse(null);
            if (table != null && (main.contains(section) || !table.brief().isEmpty())) {
                boolean worst = !ranked && (table.top() != Table.ALL || (main.contains(section) && !isAnyRanked()));
                ranked |= worst;
                String place = table.top() == Table.ALL ? section.title() + ": " : "";
                grow(
                        add(true, List.of()),
                        worst ? What.WORST_TABLE : What.OTHER_TABLES,
                        rows -> table(place, table, rows));
            }
        }
    }

    private boolean isAnyRanked() {
        return summary.sections().stream()
                .flatMap(section -> table(section).stream())
                .anyMatch(table -> table.top() != Table.ALL && !table.brief().isEmpty());
    }

    private static Optional<Table> table(Section section) {
        return section.worst() == null ? section.lead() : Optional.of(section.worst());
    }

    private List<String> table(String place, Table table, int rows) throws IOException {
        Table brief = BriefTable.rows(table, rows);
        return lines(paragraphs -> {
            paragraphs.blockTitle(brief.title().isBlank() ? "" : place + brief.title());
            TableText.writeLines(brief, BriefTable.order(brief), paragraphs);
        });
    }

    /** A sentence of each other section. */
    private void others() throws IOException {
        List<String> sentences = new ArrayList<>();
        for (Section section : others) {
            ReportSummary.sentences(section).stream().limit(1).forEach(sentences::add);
        }
        Part part = add(true, List.of());
        grow(part, What.CLIPPED_OTHERS, much -> others(sentences, much, 1));
        grow(part, What.OTHERS, much -> others(sentences, much, ScreenRules.LINES_OF_SENTENCE));
    }

    private @Nullable List<String> others(List<String> sentences, int much, int linesEach) throws IOException {
        List<String> shown = List.of();
        for (int i = 0; i < much; i++) {
            int left = ScreenRules.LINES_OF_OTHERS - shown.size();
            if (i >= sentences.size() || left <= 0) {
                return null;
            }
            shown = joined(shown, sentence(Style.PLAIN, sentences.get(i), Math.min(linesEach, left)));
        }
        return shown;
    }

    private void recorded() throws IOException {
        for (Section section : summary.sections()) {
            if (isRecorded(section)) {
                String sentence = ReportSummary.sentences(section).getFirst();
                grow(
                        add(true, sentence(Style.FAINT, sentence, 1)),
                        What.RECORDED,
                        lines -> sentence(Style.FAINT, sentence, lines));
            }
        }
    }

    private static boolean isRecorded(Section section) {
        return section.verdict().filter(note -> note.id().equals(Note.RECORDED)).isPresent();
    }

    private void more(int shown) throws IOException {
        int left = summary.findings().size() - Math.min(shown, ScreenRules.MAX_FINDINGS);
        String words = left > 0 ? Amounts.count(left, "more finding; all: ", "more findings; all: ") : "More: ";
        grow(add(false, commands(words, List.of())), What.COMMANDS, much -> commands(words, screen.more()));
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
        List<Finding> all = summary.findings().stream()
                .map(ReportSummary.Placed::what)
                // A row says it already, with what to do.
                .filter(finding -> finding.topic() != Finding.Topic.ROW)
                .toList();
        List<Finding> worse = all.stream()
                .filter(finding -> finding.severity() != Severity.INFO)
                .toList();
        if (worse.isEmpty()) {
            return all.subList(0, Math.min(ScreenRules.MAX_REMARKS, all.size()));
        }
        List<Finding> shown = new ArrayList<>(worse.subList(0, Math.min(ScreenRules.MAX_FINDINGS, worse.size())));
        // What is wrong with the inputs bounds all figures: it is never crowded out.
        if (shown.stream().allMatch(Finding::isOfProgram)) {
            worse.stream().filter(finding -> !finding.isOfProgram()).findFirst().ifPresent(finding -> {
                if (shown.size() >= ScreenRules.MAX_FINDINGS) {
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
            String summary =
                    clipped("\u00a0".repeat(marker.length() - 2) + finding.summary(), 2, ScreenRules.LINES_OF_FINDING);
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
                TerminalColumns.lines(
                        SafeText.of(words), writer(new StringBuilder()).inner(hang), lines));
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

    private Part add(boolean apart, List<String> shortest) {
        Part part = new Part(apart, shortest, new HashMap<>());
        parts.add(part);
        return part;
    }

    /** Gives a part the forms for the rules on this. */
    private static void grow(Part part, What what, Form form) throws IOException {
        for (Rule rule : ScreenRules.on(what)) {
            List<String> lines = form.of(rule.much());
            if (lines != null) {
                part.forms().put(rule, lines);
            }
        }
    }

    /** The lines of the parts in the longest forms that fit, set apart where there is room. */
    private List<String> fitted() {
        List<List<String>> chosen = new ArrayList<>();
        parts.forEach(part -> chosen.add(part.shortest()));
        ScreenRules.DENSE.forEach(rule -> follow(rule, chosen, false));
        ScreenRules.APART.forEach(rule -> follow(rule, chosen, true));
        List<String> apart = lines(chosen, true);
        return rows(apart) <= screen.rows() ? apart : lines(chosen, false);
    }

    private void follow(Rule rule, List<List<String>> chosen, boolean apart) {
        for (int i = 0; i < parts.size(); i++) {
            List<String> longer = parts.get(i).forms().get(rule);
            if (longer != null) {
                List<String> before = chosen.set(i, longer);
                if (rows(lines(chosen, apart)) > screen.rows()) {
                    chosen.set(i, before);
                }
            }
        }
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

    private List<String> lines(List<List<String>> chosen, boolean apart) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < chosen.size(); i++) {
            if (apart && parts.get(i).apart() && !chosen.get(i).isEmpty() && !lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(chosen.get(i));
        }
        return lines;
    }
}
