package dev.loomweight.render;

import dev.loomweight.render.LineWriter.Style;
import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Graph;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.ReportSummary;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.List;

/** Reports as text for people. No line is wider than the options allow, by {@link TerminalColumns}. */
final class TextRenderer implements Renderer {

    private static final String HANG = "  ";

    /** So many sentences on what is missing precede the figures; machines have all. */
    private static final int MOST_INCOMPLETE = 5;

    private final TextOptions options;

    TextRenderer(TextOptions options) {
        this.options = options;
    }

    @Override
    public void render(Report report, Appendable out) throws IOException {
        TextOptions.Screen screen = options.screen();
        if (screen != null) {
            FirstScreen.write(report, options, screen, out);
            return;
        }
        LineWriter writer = new LineWriter(out, options.colour());
        ParagraphWriter paragraphs = new ParagraphWriter(writer, options);
        if (!report.title().isEmpty()) {
            paragraphs.reportTitle(report.title());
        }
        if (!report.incomplete().isEmpty()) {
            writer.blankLine();
            paragraphs.incomplete(report.incomplete(), MOST_INCOMPLETE);
        }
        ReportSummary summary = ReportSummary.of(report);
        writeWorst(summary, paragraphs);
        for (Section section : summary.sections()) {
            writer.blankLine();
            write(section, summary.sections().size() == 1, paragraphs);
        }
    }

    /** The worst findings in short, where they are not what the text begins with anyway. */
    private static void writeWorst(ReportSummary summary, ParagraphWriter paragraphs) throws IOException {
        List<Finding> worst = summary.worst().stream()
                .map(ReportSummary.Placed::what)
                .filter(finding -> finding.severity() != Finding.Severity.INFO)
                .toList();
        if (summary.sections().size() < 2 || worst.isEmpty()) {
            return;
        }
        paragraphs.writer().blankLine();
        paragraphs.sectionTitle("What to act on");
        paragraphs.writer().blankLine();
        for (Finding finding : worst) {
            writeSummary(finding, paragraphs);
        }
    }

    /** @param alone whether nothing above it has said the worst */
    private static void write(Section section, boolean alone, ParagraphWriter paragraphs) throws IOException {
        paragraphs.sectionTitle(section.title());
        // Findings belong on the first screen: after the sentences that a section begins with, before its
        // tables.
        int notes = 0;
        while (notes < section.blocks().size() && section.blocks().get(notes) instanceof Note note && !note.isProse()) {
            notes++;
        }
        // A problem of the program is the verdict itself; the sentences are its details.
        boolean headed = alone
                && !section.findings().isEmpty()
                && ReportSummary.isHeadline(section.findings().getFirst());
        List<Block> blocks = section.blocks();
        int before = headed ? 0 : notes > 0 ? notes : blocks.size();
        write(blocks.subList(0, before), paragraphs);
        writeFindings(section, paragraphs);
        write(blocks.subList(before, blocks.size()), paragraphs);
    }

    private static void writeFindings(Section section, ParagraphWriter paragraphs) throws IOException {
        Shown.Findings shown = Shown.Findings.of(section.findings(), paragraphs.top());
        for (Finding finding : shown.findings()) {
            paragraphs.writer().blankLine();
            write(finding, paragraphs);
        }
        if (shown.left() > 0) {
            paragraphs.writer().blankLine();
            paragraphs.paragraph(Style.FAINT, "", shown.rest());
        }
    }

    /** A marker and the summary, then why it is so and what to do. */
    private static void write(Finding finding, ParagraphWriter paragraphs) throws IOException {
        writeSummary(finding, paragraphs);
        if (!finding.explanation().isBlank()) {
            paragraphs.paragraph(Style.PLAIN, HANG, finding.explanation());
        }
        if (!finding.solution().isBlank()) {
            paragraphs.paragraph(style(finding.severity()), HANG + "→ ", Style.PLAIN, finding.solution());
        }
    }

    private static void writeSummary(Finding finding, ParagraphWriter paragraphs) throws IOException {
        Finding.Severity severity = finding.severity();
        paragraphs.paragraph(style(severity), marker(severity), Style.STRONG, finding.summary(), HANG.length());
    }

    /** How the marker of a finding looks. */
    static Style style(Finding.Severity severity) {
        return switch (severity) {
            case INFO -> Style.INFO;
            case WARNING -> Style.WARNING;
            case PROBLEM -> Style.PROBLEM;
        };
    }

    /** What stands before the summary of a finding. */
    static String marker(Finding.Severity severity) {
        return switch (severity) {
            case INFO -> "● info: ";
            case WARNING -> "▲ warning: ";
            case PROBLEM -> "■ problem: ";
        };
    }

    private static void write(List<Block> blocks, ParagraphWriter paragraphs) throws IOException {
        for (Block block : blocks) {
            paragraphs.writer().blankLine();
            write(block, paragraphs);
        }
    }

    /** Writes a block. */
    static void write(Block block, ParagraphWriter paragraphs) throws IOException {
        // Not a switch over the types: the JDK links each with a class of its own, in every run anew.
        if (block instanceof Table table) {
            TableText.write(table, paragraphs);
        } else if (block instanceof StackTree tree) {
            TreeText.write(tree, paragraphs);
        } else if (block instanceof Series series) {
            SeriesText.write(series, paragraphs);
        } else if (block instanceof Bars bars) {
            BarsText.write(bars, paragraphs);
        } else if (block instanceof Graph graph) {
            GraphText.write(graph, paragraphs);
        } else {
            write((Note) block, paragraphs);
        }
    }

    private static void write(Note note, ParagraphWriter paragraphs) throws IOException {
        paragraphs.blockTitle(note.title());
        String marker = note.sentences().size() > 1 && !note.isProse() ? "• " : "";
        for (String sentence : note.sentences()) {
            if (!sentence.isBlank()) {
                paragraphs.paragraph(Style.PLAIN, marker, sentence);
            }
        }
    }
}
