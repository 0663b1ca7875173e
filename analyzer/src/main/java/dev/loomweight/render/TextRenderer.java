package dev.loomweight.render;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.List;

/** Reports as text for people. No line is wider than the options allow, by {@link TerminalColumns}. */
final class TextRenderer implements Renderer {

    private final TextOptions options;

    TextRenderer(TextOptions options) {
        this.options = options;
    }

    @Override
    public void render(Report report, Appendable out) throws IOException {
        Pen pen = new Pen(out, options.colour());
        Prose prose = new Prose(pen, options);
        if (!report.title().isEmpty()) {
            prose.reportTitle(report.title());
        }
        for (Section section : report.sections()) {
            if (!section.isEmpty()) {
                pen.blankLine();
                write(section, prose);
            }
        }
    }

    private static void write(Section section, Prose prose) throws IOException {
        prose.sectionTitle(section.title());
        // What to act on belongs to the first screen: behind the sentences that a section begins with, before its
        // tables.
        int notes = 0;
        while (notes < section.blocks().size() && section.blocks().get(notes) instanceof Note note && !note.isProse()) {
            notes++;
        }
        boolean first = notes > 0;
        write(section.blocks().subList(0, notes), prose);
        if (first) {
            writeFindings(section, prose);
        }
        write(section.blocks().subList(notes, section.blocks().size()), prose);
        if (!first) {
            writeFindings(section, prose);
        }
    }

    private static void writeFindings(Section section, Prose prose) throws IOException {
        ShownFindings shown = ShownFindings.of(section.findings(), prose.top());
        for (Finding finding : shown.findings()) {
            prose.pen().blankLine();
            FindingText.write(finding, prose);
        }
        if (shown.left() > 0) {
            prose.pen().blankLine();
            prose.paragraph(Style.FAINT, "", shown.rest());
        }
    }

    private static void write(List<Block> blocks, Prose prose) throws IOException {
        for (Block block : blocks) {
            prose.pen().blankLine();
            switch (block) {
                case Table table -> TableText.write(table, prose);
                case StackTree tree -> TreeText.write(tree, prose);
                case Series series -> SeriesText.write(series, prose);
                case Bars bars -> BarsText.write(bars, prose);
                case Note note -> write(note, prose);
            }
        }
    }

    private static void write(Note note, Prose prose) throws IOException {
        prose.blockTitle(note.title());
        String marker = note.sentences().size() > 1 && !note.isProse() ? "• " : "";
        for (String sentence : note.sentences()) {
            if (!sentence.isBlank()) {
                prose.paragraph(Style.PLAIN, marker, sentence);
            }
        }
    }
}
