package dev.loomweight.render;

import java.io.IOException;

/**
 * Writes lines of styled text: no blank at the end of a line, never two blank lines together, and nothing that a
 * terminal would obey.
 */
final class LineWriter {

    private final Appendable out;
    private final boolean colour;
    private int pendingSpaces;
    private boolean pendingBlankLine;
    private boolean inLine;
    private boolean started;

    /**
     * A writer at the start of a text.
     *
     * @param out where to write
     * @param colour whether styles are shown
     */
    LineWriter(Appendable out, boolean colour) {
        this.out = out;
        this.colour = colour;
    }

    /** Writes a piece of the current line. */
    LineWriter write(Style style, String text) throws IOException {
        String safe = SafeText.of(text);
        int from = 0;
        int to = safe.length();
        while (from < to && safe.charAt(from) == ' ') {
            from++;
        }
        pendingSpaces += from;
        if (from == to) {
            return this;
        }
        while (safe.charAt(to - 1) == ' ') {
            to--;
        }
        startLine();
        String words = safe.substring(from, to);
        out.append(colour ? style.around(words) : words);
        pendingSpaces = safe.length() - to;
        return this;
    }

    /** Leaves columns empty. */
    LineWriter space(int columns) {
        pendingSpaces += Math.max(0, columns);
        return this;
    }

    /** Ends the line; one without text counts as a blank line. */
    void end() throws IOException {
        pendingSpaces = 0;
        if (!inLine) {
            blankLine();
            return;
        }
        out.append('\n');
        inLine = false;
        started = true;
    }

    /** Puts a blank line before the next line, unless that is the first. */
    void blankLine() {
        pendingBlankLine = started;
    }

    private void startLine() throws IOException {
        if (pendingBlankLine) {
            out.append('\n');
            pendingBlankLine = false;
        }
        inLine = true;
        out.append(" ".repeat(pendingSpaces));
        pendingSpaces = 0;
    }

    /** What a piece of text is, for the eye; the codes are those of ECMA-48 "select graphic rendition". */
    enum Style {
        /** Ordinary text. */
        PLAIN(""),
        /** Headings and totals. */
        STRONG("1"),
        /** Units, footnotes, what is absent. */
        FAINT("2"),
        /** A bar or a sparkline. */
        BAR("36"),
        /** The marker of something good to know. */
        INFO("36"),
        /** The marker of a warning. */
        WARNING("33"),
        /** The marker of a problem. */
        PROBLEM("31");

        private final String code;

        Style(String code) {
            this.code = code;
        }

        /** The text between the sequences that switch this style on and off. */
        String around(String text) {
            return code.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
        }
    }
}
