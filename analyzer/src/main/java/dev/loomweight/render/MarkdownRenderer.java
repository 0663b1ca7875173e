package dev.loomweight.render;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Graph;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.ReportSummary;
import dev.loomweight.report.ReportSummary.Placed;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reports in the Markdown of code hosts, for a comment on a change: what matters first, the sections folded. Never longer
 * than {@link #MAX_CHARACTERS}; a section that does not fit is named and left out.
 */
final class MarkdownRenderer implements Renderer {

    /** What a comment may have is 65,536. */
    static final int MAX_CHARACTERS = 65_000;

    /** The rows of a table whose rows belong together. */
    private static final int ROWS = 30;

    private static final int LEAD_ROWS = 8;

    // For the heads of those that are left out, however long they are.
    private static final int RESERVE = 800;

    private final TextOptions options;

    MarkdownRenderer(TextOptions options) {
        this.options = options;
    }

    @Override
    public void page(Report report, Appendable out) throws IOException {
        StringBuilder text = new StringBuilder();
        writePage(report, options, text);
        out.append(text);
    }

    @Override
    public void render(Report report, Appendable out) throws IOException {
        StringBuilder text = new StringBuilder();
        ReportSummary summary = ReportSummary.of(report);
        writeHead(report, summary, text);
        List<String> left = new ArrayList<>();
        for (Section section : summary.sections()) {
            StringBuilder folded = new StringBuilder();
            writeFolded(section, options, folded);
            if (text.length() + folded.length() <= MAX_CHARACTERS - RESERVE) {
                text.append('\n').append(folded);
            } else {
                left.add(section.title().isBlank() ? section.id() : section.title());
            }
        }
        if (!left.isEmpty()) {
            text.append("\nToo long for a comment: ").append(clipped(left)).append(". The html report has it all.\n");
        }
        out.append(text);
    }

    private static String clipped(List<String> left) {
        String names = MarkdownText.of(String.join(", ", left.subList(0, Math.min(10, left.size()))));
        return left.size() > 10 ? names + " and " + (left.size() - 10) + " more" : names;
    }

    /** The first section is what the page is about, and is open; the others are folded below. */
    private static void writePage(Report report, TextOptions options, StringBuilder text) throws IOException {
        text.append("# ").append(MarkdownText.of(report.title())).append('\n');
        writeIncomplete(report, text);
        List<Section> sections =
                report.sections().stream().filter(section -> !section.isEmpty()).toList();
        if (!sections.isEmpty()) {
            writeOpen(sections.getFirst(), options, text);
        }
        for (Section section : sections.stream().skip(1).toList()) {
            text.append('\n');
            writeFolded(section, options, text);
        }
    }

    /** What to act on follows what is in short. */
    private static void writeOpen(Section section, TextOptions options, StringBuilder text) throws IOException {
        int top = options.top();
        MarkdownBlocks blocks = new MarkdownBlocks(text, "##", options.unfolded());
        boolean findings = section.findings().isEmpty();
        for (Block block : section.blocks()) {
            if (!findings && !(block instanceof Note note && !note.isProse())) {
                writeFindings(section, blocks, top, text);
                findings = true;
            }
            text.append('\n');
            blocks.write(block, top, Table.ALL);
        }
        if (!findings) {
            writeFindings(section, blocks, top, text);
        }
    }

    private static void writeFindings(Section section, MarkdownBlocks blocks, int top, StringBuilder text) {
        text.append('\n');
        blocks.write(section.findings(), top);
    }

    /** What is missing in the inputs precedes all figures. */
    private static void writeIncomplete(Report report, StringBuilder text) {
        if (!report.incomplete().isEmpty()) {
            text.append('\n');
            report.incomplete()
                    .forEach(sentence ->
                            text.append("- ").append(MarkdownText.of(sentence)).append('\n'));
            text.append('\n');
        }
    }

    private static void writeHead(Report report, ReportSummary summary, StringBuilder text) throws IOException {
        MarkdownBlocks blocks = new MarkdownBlocks(text, MarkdownBlocks.BOLD, false);
        text.append("### Loomweight ").append(MarkdownText.of(report.command())).append(": ");
        text.append(MarkdownText.of(report.title())).append("\n\n");
        writeIncomplete(report, text);
        text.append(counted(summary.findings().stream().map(Placed::what).toList()))
                .append('\n');
        for (int i = 0; i < summary.verdict().size(); i++) {
            String sentence = MarkdownText.of(summary.verdict().get(i));
            text.append('\n')
                    .append(i == 0 ? MarkdownBlocks.strong(sentence) : sentence)
                    .append('\n');
        }
        if (!summary.worst().isEmpty()) {
            text.append('\n');
            summary.worst().forEach(worst -> blocks.write(worst.what()));
        }
        if (summary.table().isPresent()) {
            text.append('\n');
            blocks.write(summary.table().get().what(), LEAD_ROWS, LEAD_ROWS);
        }
    }

    private static String counted(List<Finding> findings) {
        List<String> counts = new ArrayList<>();
        for (Severity severity : List.of(Severity.PROBLEM, Severity.WARNING, Severity.INFO)) {
            long count = findings.stream()
                    .filter(finding -> finding.severity() == severity)
                    .count();
            if (count > 0) {
                String word = severity == Severity.INFO ? "remark" : MarkdownBlocks.word(severity);
                counts.add(MarkdownBlocks.sign(severity) + " " + count + " " + word + (count == 1 ? "" : "s"));
            }
        }
        return counts.isEmpty() ? "✓ nothing to act on" : String.join(", ", counts);
    }

    /** Writes a section that is unfolded by a click. */
    private static void writeFolded(Section section, TextOptions options, StringBuilder text) throws IOException {
        int top = options.top();
        MarkdownBlocks blocks = new MarkdownBlocks(text, MarkdownBlocks.BOLD, options.unfolded());
        String title = section.title().isBlank() ? section.id() : section.title();
        int findings = section.findings().size();
        text.append("<details><summary>").append(MarkdownText.html(title));
        if (findings > 0) {
            text.append(" (").append(findings).append(findings == 1 ? " finding)" : " findings)");
        }
        text.append("</summary>\n\n");
        blocks.write(section.findings(), top);
        if (findings > 0) {
            text.append('\n');
        }
        for (Block block : section.blocks()) {
            blocks.write(block, top, top == TextOptions.AS_TABLE ? ROWS : Table.ALL);
            text.append('\n');
        }
        text.append("</details>\n");
    }

    /** The blocks and findings of a section in Markdown. */
    private static final class MarkdownBlocks {

        /** For {@code headings}: those of blocks are bold words. */
        static final String BOLD = "";

        private static final int SENTENCES = 40;
        private static final int WIDTH = 100;

        private final StringBuilder text;
        private final String headings;
        private final boolean unfolded;

        /**
         * A writer.
         *
         * @param text where to
         * @param headings what stands before the heading of a block, such as {@code ##}, or {@link #BOLD}
         * @param unfolded whether every frame of a stack is shown
         */
        MarkdownBlocks(StringBuilder text, String headings, boolean unfolded) {
            this.text = text;
            this.headings = headings;
            this.unfolded = unfolded;
        }

        /**
         * Writes a block.
         *
         * @param top how many rows of a table of ranked rows are shown, or {@link TextOptions#AS_TABLE}
         * @param rows how many rows of any other table are shown
         */
        void write(Block block, int top, int rows) throws IOException {
            switch (block) {
                case Note note -> write(note);
                case Table table -> write(table, top, rows);
                case Series series -> writeFenced(series);
                case StackTree tree -> writeFenced(tree);
                case Graph graph -> writeFenced(graph);
                case Bars bars when headings.equals(BOLD) -> writeFenced(bars);
                case Bars bars -> {
                    heading(bars.title());
                    writeFenced(new Bars(bars.id(), "", bars.columns(), bars.groups()));
                }
            }
        }

        /** Writes findings as a list: of those about places in code, as many of a kind as people see. */
        void write(List<Finding> findings, int top) {
            Shown.Findings shown = Shown.Findings.of(findings, top);
            shown.findings().forEach(this::write);
            if (shown.left() > 0) {
                text.append("- ").append(MarkdownText.of(shown.rest())).append('\n');
            }
        }

        /** Writes a finding as an item of a list. */
        void write(Finding finding) {
            List<String> lines = new ArrayList<>();
            lines.add("- " + sign(finding.severity()) + " "
                    + strong(word(finding.severity()) + ": " + MarkdownText.of(finding.summary())));
            Place place = finding.place();
            if (place != null) {
                lines.add("in " + MarkdownText.of(place.line() > 0 ? place.path() + ":" + place.line() : place.path()));
            }
            if (!finding.explanation().isBlank()) {
                lines.add(MarkdownText.of(finding.explanation()));
            }
            if (!finding.solution().isBlank()) {
                lines.add("→ " + MarkdownText.withLinks(finding.solution()));
            }
            text.append(String.join("\\\n  ", lines)).append('\n');
        }

        private void write(Note note) {
            List<String> sentences = note.sentences().stream()
                    .filter(sentence -> !sentence.isBlank())
                    .limit(SENTENCES)
                    .map(MarkdownText::of)
                    .toList();
            heading(note.title());
            if (note.isProse()) {
                text.append(String.join("\n\n", sentences)).append('\n');
            } else {
                sentences.forEach(sentence -> text.append("- ").append(sentence).append('\n'));
            }
        }

        private void write(Table table, int top, int rows) {
            heading(table.title());
            if (table.rows().isEmpty()) {
                text.append("nothing\n");
            } else {
                new MarkdownTable(table).write(top, rows, text);
            }
            for (String footnote : table.footnotes()) {
                text.append('\n').append(MarkdownText.of(footnote)).append('\n');
            }
        }

        /** Charts and trees look as they do in a terminal. */
        private void writeFenced(Block block) throws IOException {
            StringBuilder plain = new StringBuilder();
            TextOptions options = new TextOptions(WIDTH, false).withUnfoldedStacks(unfolded);
            ParagraphWriter paragraphs = new ParagraphWriter(new LineWriter(plain, false), options);
            TextRenderer.write(block, paragraphs);
            text.append(MarkdownText.fenced(plain.toString()));
        }

        private void heading(String title) {
            if (!title.isBlank()) {
                String words = MarkdownText.of(title);
                text.append(headings.equals(BOLD) ? strong(words) : headings + " " + words)
                        .append("\n\n");
            }
        }

        /** Words that stand out. */
        static String strong(String markdown) {
            return markdown.isBlank() ? "" : "**" + markdown.strip() + "**";
        }

        /** The word for a severity. */
        static String word(Severity severity) {
            return severity.name().toLowerCase(Locale.ROOT);
        }

        /** The sign of a severity. */
        static String sign(Severity severity) {
            return switch (severity) {
                case INFO -> "●";
                case WARNING -> "▲";
                case PROBLEM -> "■";
            };
        }
    }
}
