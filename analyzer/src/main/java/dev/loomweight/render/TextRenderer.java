package dev.loomweight.render;

import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;

/** Reports as text for people. No line is wider than the options allow, by {@link TerminalColumns}. */
final class TextRenderer implements Renderer {

    private final TextOptions options;

    TextRenderer(TextOptions options) {
        this.options = options;
    }

    @Override
    public void render(Report report, Appendable out) throws IOException {
        Pen pen = new Pen(out, options.colour());
        Prose prose = new Prose(pen, options.width());
        prose.reportTitle(report.title());
        for (Section section : report.sections()) {
            if (!section.isEmpty()) {
                pen.blankLine();
                write(section, prose);
            }
        }
    }

    private static void write(Section section, Prose prose) throws IOException {
        prose.sectionTitle(section.title());
        for (Block block : section.blocks()) {
            prose.pen().blankLine();
            switch (block) {
                case Table table -> TableText.write(table, prose);
                case StackTree tree -> TreeText.write(tree, prose);
                case Series series -> SeriesText.write(series, prose);
                case Note note -> write(note, prose);
            }
        }
        for (Finding finding : section.findings()) {
            prose.pen().blankLine();
            FindingText.write(finding, prose);
        }
    }

    private static void write(Note note, Prose prose) throws IOException {
        String marker = note.sentences().size() > 1 ? "• " : "";
        for (String sentence : note.sentences()) {
            if (!sentence.isBlank()) {
                prose.paragraph(Style.PLAIN, marker, sentence);
            }
        }
    }
}
