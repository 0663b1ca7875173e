package dev.loomweight.render;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Graph;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The blocks and findings of a section in Markdown. */
final class MarkdownBlocks {

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
        ShownFindings shown = ShownFindings.of(findings, top);
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
        if (block instanceof Series series) {
            SeriesText.write(series, paragraphs);
        } else if (block instanceof Bars bars) {
            BarsText.write(bars, paragraphs);
        } else if (block instanceof StackTree tree) {
            TreeText.write(tree, paragraphs);
        } else if (block instanceof Graph graph) {
            GraphText.write(graph, paragraphs);
        }
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
