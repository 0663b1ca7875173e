package dev.loomweight.render;

import java.io.IOException;
import java.util.List;

/** Prints a grid that is too wide for its numbers: one paragraph per row, one line per cell. */
final class RecordPrinter {

    private static final int INDENT = 2;

    private final Grid grid;
    private final LineWriter writer;
    private final int margin;
    private final int room;

    /**
     * A printer of one grid.
     *
     * @param grid what to print
     * @param writer where to write
     * @param margin the empty columns at the left
     * @param room the columns at the right of the margin
     */
    RecordPrinter(Grid grid, LineWriter writer, int margin, int room) {
        this.grid = grid;
        this.writer = writer;
        this.margin = margin;
        this.room = room;
    }

    /** Prints all rows. */
    void print() throws IOException {
        int titles = grid.columns().stream()
                .skip(1)
                .mapToInt(column -> TerminalColumns.of(column.title()))
                .max()
                .orElse(0);
        int titleWidth = Math.min(titles, room / 2 - INDENT);
        boolean first = true;
        for (Grid.Row row : grid.rows()) {
            if (!first) {
                writer.blankLine();
            }
            first = false;
            for (String line : Truncation.cell(row.cells().getFirst().figure().toString(), room, 2)) {
                writer.space(margin).write(Style.STRONG, line).end();
            }
            for (int i = 1; i < row.cells().size(); i++) {
                CellText figure = row.cells().get(i).figure();
                if (!Grid.isBlank(figure)) {
                    printCell(grid.columns().get(i).title(), titleWidth, figure);
                }
            }
        }
    }

    private void printCell(String title, int titleWidth, CellText figure) throws IOException {
        int valueWidth = room - INDENT - titleWidth - GridLayout.GAP;
        List<String> names = Wrapping.lines(title, Math.max(2, titleWidth), 2);
        List<String> values = Wrapping.lines(figure.toString(), valueWidth);
        for (int i = 0; i < Math.max(names.size(), values.size()); i++) {
            String name = i < names.size() ? names.get(i) : "";
            writer.space(margin + INDENT).write(Style.FAINT, name);
            writer.space(titleWidth - TerminalColumns.of(name) + GridLayout.GAP);
            writer.write(Style.PLAIN, i < values.size() ? values.get(i) : "").end();
        }
    }
}
