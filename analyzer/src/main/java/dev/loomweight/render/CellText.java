package dev.loomweight.render;

import dev.loomweight.render.LineWriter.Style;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cell as people read it, in two parts so that columns can be aligned between them. The same in every locale.
 *
 * @param kind what it is
 * @param text the number or the words; without control characters
 * @param suffix the unit with the space before it, or a footnote mark; may be empty
 */
public record CellText(Kind kind, String text, String suffix) {

    /** What a figure is. */
    public enum Kind {
        /** An amount or a point in time. */
        NUMBER,
        /** Words, or nothing. */
        WORDS,
        /** A value that is not known. */
        ABSENT
    }

    /** A cell: its amount as {@link Amounts} writes it, its words, or {@code –} for what is absent or not a number. */
    public static CellText of(Cell cell) {
        if (cell instanceof Cell.Text text) {
            return words(SafeText.of(text.value()));
        }
        if (cell instanceof Cell.Link link) {
            return words(SafeText.of(link.words()));
        }
        Amounts.Amount amount = Amounts.of(cell).orElse(null);
        return amount == null
                ? absent("")
                : new CellText(Kind.NUMBER, amount.number(), amount.unit().isEmpty() ? "" : " " + amount.unit());
    }

    /**
     * Words as they are.
     *
     * @param text text without control characters
     */
    static CellText words(String text) {
        return new CellText(Kind.WORDS, text, "");
    }

    /** What is not known, with the mark of its footnote. */
    static CellText absent(String mark) {
        return new CellText(Kind.ABSENT, "–", mark);
    }

    /** The columns that it takes. */
    int width() {
        return TerminalColumns.of(text) + TerminalColumns.of(suffix);
    }

    /** Both parts together: {@code 3.91 GB}. */
    @Override
    public String toString() {
        return text + suffix;
    }

    /** Why values of a block are missing: a mark next to each, and what the marks mean below. */
    static final class FootnoteMarks {

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
}
