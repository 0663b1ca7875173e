package dev.loomweight.render;

import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.List;

/**
 * A report as a page of a document: its first section is what the page is about, and is read from its beginning; the
 * others are folded below.
 */
final class MarkdownPage {

    private MarkdownPage() {}

    /** Writes a report. */
    static void write(Report report, int top, StringBuilder text) throws IOException {
        text.append("# ").append(MarkdownText.of(report.title())).append('\n');
        List<Section> sections =
                report.sections().stream().filter(section -> !section.isEmpty()).toList();
        if (!sections.isEmpty()) {
            writeOpen(sections.getFirst(), top, text);
        }
        for (Section section : sections.stream().skip(1).toList()) {
            text.append('\n');
            MarkdownRenderer.writeFolded(section, top, text);
        }
    }

    /** What to act on stands behind what is in short. */
    private static void writeOpen(Section section, int top, StringBuilder text) throws IOException {
        MarkdownBlocks blocks = new MarkdownBlocks(text, "##");
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
}
