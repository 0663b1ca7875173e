package dev.loomweight.watch;

import dev.loomweight.render.SafeText;
import dev.loomweight.render.TerminalColumns;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/**
 * Lays out lines of text for a screen. Text from the target is sanitized.
 *
 * @param columns the width of the screen, at least 1
 */
record LineLayout(int columns) {

    static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
    static final AttributedStyle STRONG = AttributedStyle.DEFAULT.bold();
    static final AttributedStyle FAINT = AttributedStyle.DEFAULT.faint();
    static final AttributedStyle BAR = AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);
    static final AttributedStyle WARNING = AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW);
    static final AttributedStyle PROBLEM = AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);

    static final AttributedString EMPTY = AttributedString.EMPTY;

    /** The width of labels before figures, in columns. */
    static final int LABEL = 12;

    private static final String BETWEEN = "   ";

    /** A piece of a line, with a style. */
    static AttributedString piece(AttributedStyle style, String text) {
        return new AttributedString(SafeText.of(text), style);
    }

    /** A piece without a style. */
    static AttributedString piece(String text) {
        return piece(PLAIN, text);
    }

    /** Pieces as one line, truncated at the width of the screen. */
    AttributedString line(AttributedString... pieces) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        for (AttributedString piece : pieces) {
            line.append(piece);
        }
        return cut(line.toAttributedString());
    }

    private AttributedString cut(AttributedString line) {
        return line.columnLength() > columns ? line.columnSubSequence(0, columns) : line;
    }

    /** Text at the left and at the right end; without room for both, only that at the left. */
    AttributedString ends(AttributedString left, AttributedString right) {
        int gap = columns - left.columnLength() - right.columnLength();
        return gap < 1 ? line(left) : line(left, piece(" ".repeat(gap)), right);
    }

    /** A label and its figures, on as many lines as needed; figures wider than the screen are truncated. */
    List<AttributedString> fields(String label, List<AttributedString> figures) {
        List<AttributedString> lines = new ArrayList<>();
        AttributedStringBuilder line = new AttributedStringBuilder().append(left(label, LABEL), STRONG);
        boolean first = true;
        for (AttributedString figure : figures) {
            if (figure.length() == 0) {
                continue;
            }
            if (!first && line.columnLength() + BETWEEN.length() + figure.columnLength() > columns) {
                lines.add(cut(line.toAttributedString()));
                line = new AttributedStringBuilder().append(" ".repeat(LABEL));
            } else if (!first) {
                line.append(BETWEEN);
            }
            line.append(figure);
            first = false;
        }
        lines.add(cut(line.toAttributedString()));
        return lines;
    }

    /** A sentence, wrapped. */
    List<AttributedString> sentence(AttributedStyle style, String sentence) {
        return TerminalColumns.lines(SafeText.of(sentence), columns).stream()
                .map(line -> line(piece(style, line)))
                .toList();
    }

    /** A text padded on the right, or truncated. */
    static String left(String text, int width) {
        String harmless = TerminalColumns.head(SafeText.of(text), Math.max(0, width));
        return harmless + " ".repeat(Math.max(0, width - TerminalColumns.of(harmless)));
    }

    /** A text padded on the left; never truncated. */
    static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - TerminalColumns.of(text))) + text;
    }

    /** The last line of a page: the result of the last key; the keys where there is none. */
    AttributedString footer(String keys, @Nullable String message) {
        return line(piece(FAINT, message == null || message.isEmpty() ? keys : message));
    }

    /** What is left of lines that are scrolled, though not further than to the last of them. */
    static List<AttributedString> scrolled(List<AttributedString> lines, int scroll, int rows) {
        int last = Math.clamp(lines.size() - rows, 0, lines.size());
        return lines.subList(Math.clamp(scroll, 0, last), lines.size());
    }

    /** As many lines as the screen has rows, with the footer at the bottom; surplus lines are left out. */
    static List<AttributedString> filled(List<AttributedString> lines, AttributedString footer, int rows) {
        List<AttributedString> page = new ArrayList<>(lines.subList(0, Math.min(lines.size(), Math.max(0, rows - 1))));
        while (page.size() < rows - 1) {
            page.add(EMPTY);
        }
        page.add(footer);
        return page;
    }
}
