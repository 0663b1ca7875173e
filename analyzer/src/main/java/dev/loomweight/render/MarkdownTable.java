package dev.loomweight.render;

import dev.loomweight.render.CellText.FootnoteMarks;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** A table with pipes. */
final class MarkdownTable {

    private final Table table;
    private final FootnoteMarks marks = new FootnoteMarks();

    MarkdownTable(Table table) {
        this.table = table;
    }

    /**
     * Writes it.
     *
     * @param top how many rows are shown where they are ranked, or {@link TextOptions#AS_TABLE}
     * @param most how many are shown where they are not, in addition to the totals; what is left is counted. Why figures
     *     are absent stands below
     */
    void write(int top, int most, StringBuilder text) {
        try {
            writeHead(table.columns().stream().map(Table.Column::title).toList(), this::isNumeric, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Table.Row> rows = Shown.rows(table, top);
        List<Table.Row> shown =
                new ArrayList<>(rows.subList(0, table.top() == Table.ALL ? Math.min(most, rows.size()) : rows.size()));
        rows.subList(shown.size(), rows.size()).stream()
                .filter(row -> row.role() == Table.Role.TOTAL)
                .forEach(shown::add);
        shown.forEach(row -> write(row, text));
        if (shown.size() < rows.size()) {
            text.append("\nAnd ").append(rows.size() - shown.size()).append(" more rows.\n");
        }
        marks.lines()
                .forEach(line -> text.append('\n').append(MarkdownText.of(line)).append('\n'));
    }

    /** The two lines of titles, the columns of numbers aligned to the right. */
    static void writeHead(List<String> titles, IntPredicate numeric, Appendable out) throws IOException {
        for (String title : titles) {
            out.append("| ").append(MarkdownText.of(title)).append(' ');
        }
        out.append("|\n");
        for (int i = 0; i < titles.size(); i++) {
            out.append(numeric.test(i) ? "|--:" : "|---");
        }
        out.append("|\n");
    }

    private void write(Table.Row row, StringBuilder text) {
        for (int i = 0; i < row.cells().size(); i++) {
            String words = words(row.cells().get(i));
            boolean heavy = row.role() == Table.Role.GROUP || row.role() == Table.Role.TOTAL;
            String indent = row.role() == Table.Role.PART && i == 0 ? "&emsp;" : "";
            text.append("| ").append(indent);
            text.append(heavy && !words.isBlank() ? "**" + words.strip() + "**" : words)
                    .append(' ');
        }
        text.append("|\n");
    }

    private String words(Cell cell) {
        String words = MarkdownText.of(marks.figure(cell).toString());
        return cell instanceof Cell.Link link && !words.isBlank()
                ? "[" + words.strip() + "](" + link.file() + ")"
                : words;
    }

    private boolean isNumeric(int column) {
        return table.rows().stream()
                .map(row -> row.cells().get(column))
                .anyMatch(cell ->
                        !(cell instanceof Cell.Text) && !(cell instanceof Cell.Link) && !(cell instanceof Cell.Absent));
    }
}
