package dev.loomweight.render;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Values over something that was varied, as text: a bar for each, all to one scale. There are a handful of values, far
 * apart and not evenly, which a sparkline would squeeze into its ends.
 */
final class VariedText {

    private VariedText() {}

    /** Writes a series that is not over time. */
    static void write(Series series, ParagraphWriter paragraphs) throws IOException {
        List<Table.Row> rows = new ArrayList<>();
        for (Series.Line line : series.lines()) {
            String name = line.name();
            for (Series.Point point : line.points()) {
                rows.add(Table.Row.of(Cell.text(name), point.at(), point.value()));
                name = "";
            }
        }
        List<Table.Column> columns =
                List.of(Table.Column.of("line", ""), Table.Column.of("at", ""), new Table.Column("value", "", true));
        TableText.write(new Table(series.id(), series.title(), columns, rows, List.of()), paragraphs);
    }
}
