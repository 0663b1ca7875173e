package dev.loomweight.render;

import dev.loomweight.report.Table;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Figures in rows and columns, before it is known how much room there is.
 *
 * @param columns what each cell of a row is
 * @param rows the rows
 */
record Grid(List<Column> columns, List<Row> rows) {

    /** The columns that prose in a cell takes before it is broken into lines. */
    private static final int PROSE_WIDTH = 60;

    /** The narrowest prose among words, and the longest word that widens it. */
    private static final int MIN_PROSE_WIDTH = 16;

    private static final int LONGEST_WORD_WIDTH = 20;

    /** Longer names are cut in tables. */
    private static final int COMFORTABLE_NAME = 32;

    /** The lines that prose among numbers is broken into, so that it does not push them far apart. */
    private static final int LINES_AMONG_NUMBERS = 4;

    /**
     * One column.
     *
     * @param title the heading; without control characters
     * @param numeric whether it is aligned by its numbers; words else
     * @param pictured whether its cells have graphics
     */
    record Column(String title, boolean numeric, boolean pictured) {}

    /**
     * One row.
     *
     * @param role what it is among its neighbours
     * @param indent by how many columns its first cell is indented
     * @param cells one per column
     */
    record Row(Table.Role role, int indent, List<Slot> cells) {}

    /**
     * One cell.
     *
     * @param figure its text
     * @param graphic the picture next to it
     */
    record Slot(CellText figure, Graphic graphic) {}

    /** The widest part of a column's numbers before their units. */
    int numberWidth(int column) {
        return rows.stream()
                .map(row -> row.cells().get(column).figure())
                .filter(figure -> figure.kind() != CellText.Kind.WORDS)
                .mapToInt(figure -> TerminalColumns.of(figure.text()))
                .max()
                .orElse(0);
    }

    /** The widest unit of a column, with the space before it. */
    int suffixWidth(int column) {
        return rows.stream()
                .mapToInt(row ->
                        TerminalColumns.of(row.cells().get(column).figure().suffix()))
                .max()
                .orElse(0);
    }

    /** The columns that the figures of a column need, with the deepest indent. */
    int figuresWidth(int column) {
        int width = numberWidth(column) + suffixWidth(column);
        return width > 0 ? width + indent(column) : 0;
    }

    /** The columns in which prose is easy to read and names are recognized: those of methods with their classes. */
    int comfortableWidth(int column) {
        int figures = figuresWidth(column);
        return width(
                column,
                figures,
                words -> words.indexOf(' ') < 0
                        ? Math.min(TerminalColumns.of(Truncation.withoutPackages(words)), COMFORTABLE_NAME)
                        : snugWidthOfWords(words, column, figures));
    }

    /** The same without some of the columns, by their numbers. */
    Grid without(Set<Integer> left) {
        if (left.isEmpty()) {
            return this;
        }
        return new Grid(
                rest(columns, left),
                rows.stream()
                        .map(row -> new Row(row.role(), row.indent(), rest(row.cells(), left)))
                        .toList());
    }

    private static <T> List<T> rest(List<T> all, Set<Integer> left) {
        return IntStream.range(0, all.size())
                .filter(i -> !left.contains(i))
                .mapToObj(all::get)
                .toList();
    }

    /** The columns that any character needs, with the deepest indent. */
    int leastWidth(int column) {
        return 2 + indent(column);
    }

    private int indent(int column) {
        return column > 0 ? 0 : rows.stream().mapToInt(Row::indent).max().orElse(0);
    }

    /** The columns that a column takes where there is room, without its heading. */
    int fullWidth(int column) {
        int figures = figuresWidth(column);
        return width(column, figures, words -> fullWidthOfWords(words, column, figures));
    }

    /** The same with prose broken into as many lines as it has words, but names on one line still. */
    int snugWidth(int column) {
        int figures = figuresWidth(column);
        return width(column, figures, words -> snugWidthOfWords(words, column, figures));
    }

    private int width(int column, int figures, ToIntFunction<String> widthOfWords) {
        int widest = figures;
        for (Row row : rows) {
            CellText figure = row.cells().get(column).figure();
            if (figure.kind() == CellText.Kind.WORDS && !spans(row, column)) {
                widest = Math.max(widest, widthOfWords.applyAsInt(figure.text()) + (column == 0 ? row.indent() : 0));
            }
        }
        return widest;
    }

    /** Whether a cell is the only one of its row with anything in it, so that it may reach over the others. */
    static boolean spans(Row row, int column) {
        return column == 0
                && (row.role() == Table.Role.GROUP || row.role() == Table.Role.NOTE)
                && row.cells().stream().skip(1).allMatch(slot -> isBlank(slot.figure()));
    }

    /** Whether a figure shows nothing. */
    static boolean isBlank(CellText figure) {
        return figure.kind() == CellText.Kind.WORDS && figure.text().isBlank();
    }

    private int fullWidthOfWords(String words, int column, int figures) {
        int width = TerminalColumns.of(words);
        if (words.indexOf(' ') < 0) {
            return width;
        }
        int widest = Math.min(width, PROSE_WIDTH);
        if (!columns.get(column).numeric()) {
            return widest;
        }
        int narrow = snugWidthOfWords(words, column, figures);
        while (narrow < widest && TerminalColumns.lines(words, narrow).size() > LINES_AMONG_NUMBERS) {
            narrow++;
        }
        return narrow;
    }

    private int snugWidthOfWords(String words, int column, int figures) {
        int width = TerminalColumns.of(words);
        if (words.indexOf(' ') < 0) {
            return width;
        }
        int longest = columns.get(column).numeric() ? figures : MIN_PROSE_WIDTH;
        for (String word : words.split(" ", -1)) {
            longest = Math.max(longest, Math.min(TerminalColumns.of(word), LONGEST_WORD_WIDTH));
        }
        return Math.clamp(longest, 2, Math.max(2, width));
    }
}
