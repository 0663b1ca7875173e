package dev.loomweight.render;

import dev.loomweight.render.LineWriter.Style;
import dev.loomweight.report.Finding.Severity;
import java.io.IOException;
import java.util.List;

/** Headings and wrapped paragraphs. */
final class ParagraphWriter {

    /** The empty columns at the left of everything that stands under a section's heading. */
    static final int MARGIN = 2;

    /** Longer lines are hard to read. */
    private static final int WIDEST = 100;

    private final LineWriter writer;
    private final int width;
    private final int top;
    private final boolean unfolded;

    /**
     * A writer of paragraphs.
     *
     * @param writer what writes the lines
     * @param options the columns that no line exceeds, and how much is shown
     */
    ParagraphWriter(LineWriter writer, TextOptions options) {
        this.writer = writer;
        this.width = options.width();
        this.top = options.top();
        this.unfolded = options.unfolded();
    }

    /** How many rows tables show, as {@link TextOptions#top} has it. */
    int top() {
        return top;
    }

    /** Whether every frame and every column is shown. */
    boolean unfolded() {
        return unfolded;
    }

    /** What writes the lines. */
    LineWriter writer() {
        return writer;
    }

    /** The columns at the right of the margin. */
    int room() {
        return width - MARGIN;
    }

    /** The columns of a line of a paragraph whose lines after the first are indented. */
    int inner(int hang) {
        return Math.min(width, WIDEST) - MARGIN - hang;
    }

    /** Writes the heading of the whole report on one line. */
    void titleLine(String title) throws IOException {
        writer.write(Style.STRONG, Truncation.middle(SafeText.of(title), width)).end();
    }

    /** Writes the heading of the whole report, underlined. */
    void reportTitle(String title) throws IOException {
        for (String line : TerminalColumns.lines(SafeText.of(title), width)) {
            writer.write(Style.STRONG, line).end();
        }
        writer.write(Style.FAINT, "━".repeat(Math.min(width, WIDEST))).end();
    }

    /**
     * Writes what is missing in the inputs; nothing where nothing is.
     *
     * @param most so many sentences at most; the last one says how many more there are
     */
    void incomplete(List<String> sentences, int most) throws IOException {
        int left = sentences.size() - most;
        for (int i = 0; i < Math.min(most, sentences.size()); i++) {
            String sentence = sentences.get(i) + (left > 0 && i == most - 1 ? " (" + left + " more)" : "");
            Severity severity = Severity.WARNING;
            paragraph(TextRenderer.style(severity), TextRenderer.marker(severity), Style.STRONG, sentence, MARGIN);
        }
    }

    /** Writes the heading of a section, with a rule after it; nothing where it is empty. */
    void sectionTitle(String title) throws IOException {
        if (title.isBlank()) {
            return;
        }
        List<String> lines = TerminalColumns.lines(SafeText.of(title), width - 2 * MARGIN);
        for (String line : lines.subList(0, lines.size() - 1)) {
            writer.write(Style.STRONG, line).end();
        }
        int rule = Math.min(width, WIDEST) - 1 - TerminalColumns.of(lines.getLast());
        writer.write(Style.STRONG, lines.getLast()).space(1);
        writer.write(Style.FAINT, "─".repeat(Math.max(0, rule))).end();
    }

    /** Writes the heading of a block; nothing where it is empty. */
    void blockTitle(String title) throws IOException {
        if (!title.isBlank()) {
            for (String line : TerminalColumns.lines(SafeText.of(title), room())) {
                writer.space(MARGIN).write(Style.STRONG, line).end();
            }
        }
    }

    /** Writes a picture on a line of its own; nothing where it is blank. */
    void picture(String drawn) throws IOException {
        if (!drawn.isBlank()) {
            writer.space(MARGIN).write(Style.BAR, drawn).end();
        }
    }

    /** Says that a block is empty. */
    void nothing() throws IOException {
        paragraph(Style.FAINT, "", "(nothing)");
    }

    /**
     * Writes a paragraph, its lines one below the other after the marker.
     *
     * @param style how it looks
     * @param marker what stands before the first line; may be empty
     * @param text the words
     */
    void paragraph(Style style, String marker, String text) throws IOException {
        paragraph(style, marker, style, text);
    }

    /** Writes a paragraph whose marker looks different from its words. */
    void paragraph(Style markerStyle, String marker, Style style, String text) throws IOException {
        paragraph(markerStyle, marker, style, text, TerminalColumns.of(marker));
    }

    /**
     * Writes a paragraph.
     *
     * @param markerStyle how the marker looks
     * @param marker what stands before the first line; may be empty
     * @param style how the words look
     * @param text the words
     * @param hang the columns that the lines after the first are indented, at most those of the marker
     */
    void paragraph(Style markerStyle, String marker, Style style, String text, int hang) throws IOException {
        int inner = inner(hang);
        int lead = TerminalColumns.of(marker) - hang;
        // Blanks that no line break may fall into keep the place of a marker longer than the hang.
        List<String> lines =
                TerminalColumns.lines("\u00a0".repeat(lead) + SafeText.of(text).strip(), inner);
        for (int i = 0; i < lines.size(); i++) {
            writer.space(MARGIN);
            if (i == 0) {
                writer.write(markerStyle, marker).write(style, lines.getFirst().substring(lead));
            } else {
                writer.space(hang).write(style, lines.get(i));
            }
            writer.end();
        }
    }
}
