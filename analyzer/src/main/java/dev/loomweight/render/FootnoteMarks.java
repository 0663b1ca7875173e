package dev.loomweight.render;

import dev.loomweight.report.Cell;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Why values of a block are missing: a mark next to each, and what the marks mean below. */
final class FootnoteMarks {

    /** The number of each reason, in the order of first mention. */
    private final Map<String, Integer> marks = new LinkedHashMap<>();

    /** The figure of a cell, with the mark of its reason where it is absent for one. */
    CellText figure(Cell cell) {
        if (cell instanceof Cell.Absent(String why) && !why.isBlank()) {
            Integer number = marks.computeIfAbsent(why, absent -> marks.size() + 1);
            return CellText.absent(superscript(number));
        }
        return CellText.of(cell);
    }

    /** What the marks mean, a line each. */
    List<String> lines() {
        return marks.entrySet().stream()
                .map(mark -> superscript(mark.getValue()) + " " + mark.getKey())
                .toList();
    }

    /** Writes what the marks mean. */
    void write(ParagraphWriter paragraphs) throws IOException {
        for (Map.Entry<String, Integer> mark : marks.entrySet()) {
            paragraphs.paragraph(Style.FAINT, superscript(mark.getValue()) + " ", mark.getKey());
        }
    }

    private static String superscript(int number) {
        StringBuilder digits = new StringBuilder();
        for (char digit : Integer.toString(number).toCharArray()) {
            digits.append("⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(digit - '0'));
        }
        return digits.toString();
    }
}
