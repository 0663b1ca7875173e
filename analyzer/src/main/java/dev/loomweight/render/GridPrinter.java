package dev.loomweight.render;

import dev.loomweight.render.LineWriter.Style;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Prints a grid as aligned columns. */
final class GridPrinter {

    private static final int LINES_OF_WORDS = 6;

    private final Grid grid;
    private final GridLayout layout;
    private final LineWriter writer;
    private final int room;
    private final int linesOfWords;
    private final int[] suffixWidths;

    /**
     * A printer of one grid.
     *
     * @param grid what to print
     * @param layout how wide its columns are
     * @param paragraphs where to write
     */
    GridPrinter(Grid grid, GridLayout layout, ParagraphWriter paragraphs) {
        this(grid, layout, paragraphs, LINES_OF_WORDS);
    }

    /**
     * A printer of one grid whose words take a few lines at most.
     *
     * @param linesOfWords how many lines of words a cell may have
     */
    GridPrinter(Grid grid, GridLayout layout, ParagraphWriter paragraphs, int linesOfWords) {
        this.grid = grid;
        this.layout = layout;
        this.writer = paragraphs.writer();
        this.room = paragraphs.room();
        this.linesOfWords = linesOfWords;
        this.suffixWidths =
                IntStream.range(0, grid.columns().size()).map(grid::suffixWidth).toArray();
    }

    /** Prints headings and rows. */
    void print() throws IOException {
        boolean titled =
                grid.columns().stream().anyMatch(column -> !column.title().isBlank());
        if (titled) {
            printTitles();
            printRule();
        }
        Table.@Nullable Role before = null;
        for (Grid.Row row : grid.rows()) {
            boolean afterTotal = before == Table.Role.TOTAL && row.role() != Table.Role.TOTAL;
            if (before != null && (row.role() == Table.Role.GROUP || afterTotal)) {
                writer.blankLine();
            }
            if (row.role() == Table.Role.TOTAL && before != null && before != Table.Role.TOTAL) {
                printRule();
            }
            printRow(row);
            before = row.role();
        }
    }

    private void printTitles() throws IOException {
        List<List<String>> titles = new ArrayList<>();
        int height = 1;
        for (int i = 0; i < grid.columns().size(); i++) {
            int width = layout.widths().get(i);
            List<String> lines = TerminalColumns.lines(grid.columns().get(i).title(), Math.max(2, width), 2).stream()
                    .map(line -> Truncation.end(line, width))
                    .toList();
            titles.add(lines);
            height = Math.max(height, lines.size());
        }
        for (int line = 0; line < height; line++) {
            writer.space(ParagraphWriter.MARGIN);
            for (int i = 0; i < titles.size(); i++) {
                // Headings stand on the rule, so a short one leaves its first line empty.
                int at = line - (height - titles.get(i).size());
                String text = at < 0 ? "" : titles.get(i).get(at);
                int rest = layout.widths().get(i) - TerminalColumns.of(text);
                boolean right = grid.columns().get(i).numeric();
                writer.space(right ? rest : 0).write(Style.FAINT, text).space(right ? 0 : rest);
                writer.space(layout.outerWidth(grid, i) - layout.widths().get(i) + GridLayout.GAP);
            }
            writer.end();
        }
    }

    private void printRule() throws IOException {
        writer.space(ParagraphWriter.MARGIN).write(Style.FAINT, "─".repeat(layout.totalWidth(grid)));
        writer.end();
    }

    private void printRow(Grid.Row row) throws IOException {
        Style style = row.role() == Table.Role.GROUP || row.role() == Table.Role.TOTAL ? Style.STRONG : Style.PLAIN;
        if (Grid.spans(row, 0)) {
            for (String line :
                    TerminalColumns.lines(row.cells().getFirst().figure().text(), room - row.indent(), 2)) {
                writer.space(ParagraphWriter.MARGIN + row.indent())
                        .write(style, line)
                        .end();
            }
            return;
        }
        List<List<String>> words = new ArrayList<>();
        int height = 1;
        for (int i = 0; i < row.cells().size(); i++) {
            CellText figure = row.cells().get(i).figure();
            List<String> lines = figure.kind() == CellText.Kind.WORDS
                    ? Truncation.tableCell(
                            figure.text(), layout.widths().get(i) - (i == 0 ? row.indent() : 0), linesOfWords)
                    : List.of();
            words.add(lines);
            height = Math.max(height, lines.size());
        }
        for (int line = 0; line < height; line++) {
            writer.space(ParagraphWriter.MARGIN);
            for (int i = 0; i < row.cells().size(); i++) {
                if (row.cells().get(i).figure().kind() == CellText.Kind.WORDS) {
                    printWords(row, i, words.get(i), line, style);
                } else {
                    printFigure(row, i, line, style);
                }
                writer.space(GridLayout.GAP);
            }
            writer.end();
        }
    }

    private void printWords(Grid.Row row, int column, List<String> lines, int line, Style style) throws IOException {
        String text = line < lines.size() ? lines.get(line) : "";
        int indent = column == 0 ? row.indent() : 0;
        int rest = layout.widths().get(column) - indent - TerminalColumns.of(text);
        // A word among numbers stands where they stand; sentences are read from the left.
        boolean right = grid.columns().get(column).numeric() && lines.size() == 1;
        writer.space(indent).space(right ? rest : 0).write(style, text).space(right ? 0 : rest);
        boolean picture = layout.outerWidth(grid, column) > layout.widths().get(column);
        if (picture) {
            printGraphic(row, column, line);
        }
    }

    private void printFigure(Grid.Row row, int column, int line, Style style) throws IOException {
        if (line > 0) {
            writer.space(layout.outerWidth(grid, column));
            return;
        }
        CellText figure = row.cells().get(column).figure();
        int indent = column == 0 ? row.indent() : 0;
        int width = layout.widths().get(column) - indent;
        int before = grid.columns().get(column).numeric()
                ? width - suffixWidths[column] - TerminalColumns.of(figure.text())
                : 0;
        boolean absent = figure.kind() == CellText.Kind.ABSENT;
        writer.space(indent).space(before).write(absent ? Style.FAINT : style, figure.text());
        writer.write(Style.FAINT, figure.suffix());
        writer.space(width - before - figure.width());
        if (layout.outerWidth(grid, column) > layout.widths().get(column)) {
            printGraphic(row, column, line);
        }
    }

    private void printGraphic(Grid.Row row, int column, int line) throws IOException {
        int room = layout.graphicWidth();
        String drawn = line == 0 ? row.cells().get(column).graphic().draw(room) : "";
        writer.space(1).write(Style.BAR, drawn).space(room - TerminalColumns.of(drawn));
    }
}
