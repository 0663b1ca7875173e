package dev.loomweight.watch;

import dev.loomweight.render.SafeText;
import dev.loomweight.render.TerminalColumns;
import dev.loomweight.render.Wrapping;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/**
 * Lays text out in lines that are as wide as the screen. What comes from the target is made safe on its way.
 *
 * @param columns how wide the screen is, from 1 on
 */
record LineLayout(int columns) {

    static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
    static final AttributedStyle STRONG = AttributedStyle.DEFAULT.bold();
    static final AttributedStyle FAINT = AttributedStyle.DEFAULT.faint();
    static final AttributedStyle BAR = AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);
    static final AttributedStyle WARNING = AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW);
    static final AttributedStyle PROBLEM = AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);

    static final AttributedString EMPTY = AttributedString.EMPTY;

    /** Columns of the words before figures. */
    static final int LABEL = 12;

    private static final String BETWEEN = "   ";

    /** A piece of a line. */
    static AttributedString piece(AttributedStyle style, String text) {
        return new AttributedString(SafeText.of(text), style);
    }

    /** A piece without a style. */
    static AttributedString piece(String text) {
        return piece(PLAIN, text);
    }

    /** Pieces as one line, cut where the screen ends. */
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

    /** Some words at the left end and some at the right; those at the right go where there is no room for both. */
    AttributedString ends(AttributedString left, AttributedString right) {
        int gap = columns - left.columnLength() - right.columnLength();
        return gap < 1 ? line(left) : line(left, piece(" ".repeat(gap)), right);
    }

    /** A label and its figures, on as many lines as they need; a figure that is wider than the screen is cut. */
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

    /** A sentence on as many lines as it needs. */
    List<AttributedString> sentence(AttributedStyle style, String sentence) {
        return Wrapping.lines(SafeText.of(sentence), columns).stream()
                .map(line -> line(piece(style, line)))
                .toList();
    }

    /** A text with blanks after it, or its beginning. */
    static String left(String text, int width) {
        String harmless = TerminalColumns.head(SafeText.of(text), Math.max(0, width));
        return harmless + " ".repeat(Math.max(0, width - TerminalColumns.of(harmless)));
    }

    /** A text with blanks before it; one that is too wide stays whole. */
    static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - TerminalColumns.of(text))) + text;
    }

    /** As many lines as the screen has rows: those that are too many go, the footer stands at the bottom. */
    static List<AttributedString> filled(List<AttributedString> lines, AttributedString footer, int rows) {
        List<AttributedString> page = new ArrayList<>(lines.subList(0, Math.min(lines.size(), Math.max(0, rows - 1))));
        while (page.size() < rows - 1) {
            page.add(EMPTY);
        }
        page.add(footer);
        return page;
    }
}
