package dev.loomweight.render;

import dev.loomweight.report.Finding;
import java.io.IOException;

/** A finding as text: a marker and the summary, then why and what to do. */
final class FindingText {

    private static final String HANG = "  ";

    private FindingText() {}

    /** Writes a finding. */
    static void write(Finding finding, ParagraphWriter paragraphs) throws IOException {
        Style style = switch (finding.severity()) {
            case INFO -> Style.INFO;
            case WARNING -> Style.WARNING;
            case PROBLEM -> Style.PROBLEM;
        };
        String marker = switch (finding.severity()) {
            case INFO -> "● info: ";
            case WARNING -> "▲ warning: ";
            case PROBLEM -> "■ problem: ";
        };
        paragraphs.paragraph(style, marker, Style.STRONG, finding.summary(), HANG.length());
        if (!finding.explanation().isBlank()) {
            paragraphs.paragraph(Style.PLAIN, HANG, finding.explanation());
        }
        if (!finding.solution().isBlank()) {
            paragraphs.paragraph(style, HANG + "→ ", Style.PLAIN, finding.solution());
        }
    }
}
