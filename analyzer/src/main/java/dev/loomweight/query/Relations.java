package dev.loomweight.query;

import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Series;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes relations from the tables of reports. */
public final class Relations {

    private Relations() {}

    /** Of rows of cells; the cells of a column have one type, or are absent. */
    public static Relation of(String name, List<String> columns, List<List<Cell>> rows) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            fields.add(field(
                    columns.get(i), rows.stream().map(row -> row.get(column)).toList()));
        }
        return new Relation(name, fields, rows.size());
    }

    /** Of a report's table: its ordinary rows, without headings and totals. */
    public static Relation of(Table table) {
        List<Table.Row> rows = table.rows().stream()
                .filter(row -> row.role() == Table.Role.PLAIN || row.role() == Table.Role.PART)
                .toList();
        List<Field> fields = IntStream.range(0, table.columns().size())
                .mapToObj(i -> column(
                        table.columns().get(i),
                        rows.stream().map(row -> row.cells().get(i)).toList()))
                .toList();
        return new Relation(table.id(), fields, rows.size());
    }

    /**
     * A table of a report, as a relation.
     *
     * @param id the table's key, or null for its first one
     */
    public static Optional<Relation> of(Report report, @Nullable String id) {
        return tables(report).stream()
                .filter(table -> id == null || table.id().equals(id))
                .findFirst()
                .map(Relations::of);
    }

    /** The tables of a report, including its series. */
    public static List<Table> tables(Report report) {
        List<Table> tables = new ArrayList<>();
        report.sections().forEach(section -> section.blocks().forEach(block -> add(block, tables)));
        return tables;
    }

    private static void add(Block block, List<Table> tables) {
        if (block instanceof Table table) {
            tables.add(table);
        } else if (block instanceof Series series) {
            List<Table.Row> rows = new ArrayList<>();
            for (Series.Line line : series.lines()) {
                line.points()
                        .forEach(point -> rows.add(Table.Row.of(Cell.text(line.name()), point.at(), point.value())));
            }
            List<Table.Column> columns =
                    List.of(Table.Column.of("line", ""), Table.Column.of("at", ""), Table.Column.of("value", ""));
            tables.add(new Table(series.id(), series.title(), columns, rows, List.of()));
        }
    }

    // The key has the unit of its cells, as in a report.
    private static Field column(Table.Column column, List<Cell> cells) {
        String suffix = cells.stream()
                .map(Cell::keySuffix)
                .filter(unit -> !unit.isEmpty())
                .findFirst()
                .orElse("");
        return field(column.id(), cells).keyed(column.id() + suffix);
    }

    private static Field field(String name, List<Cell> cells) {
        Kind kind = kind(cells);
        int[] rows = IntStream.range(0, cells.size()).toArray();
        FieldBuilder values = new FieldBuilder(kind);
        for (Cell cell : cells) {
            values.addObject(value(cell, kind));
        }
        return FieldBuilder.field(name, kind, List.of(values), rows);
    }

    // A text in a column of numbers becomes a missing number.
    private static Kind kind(List<Cell> cells) {
        for (Cell cell : cells) {
            switch (cell) {
                case Cell.Bytes bytes -> {
                    return Kind.BYTES;
                }
                case Cell.Nanos nanos -> {
                    return Kind.NANOS;
                }
                case Cell.Count count -> {
                    return Kind.COUNT;
                }
                case Cell.Id id -> {
                    return Kind.ID;
                }
                case Cell.Ratio ratio -> {
                    return Kind.RATIO;
                }
                case Cell.Time time -> {
                    return Kind.TIME;
                }
                case Cell.Text text -> {
                    if (!text.value().isBlank()) {
                        return Kind.TEXT;
                    }
                }
                case Cell.Link link -> {
                    return Kind.TEXT;
                }
                case Cell.Absent absent -> {}
            }
        }
        return Kind.TEXT;
    }

    private static @Nullable Object value(Cell cell, Kind kind) {
        Object value = switch (cell) {
            case Cell.Bytes bytes -> bytes.value();
            case Cell.Nanos nanos -> nanos.value();
            case Cell.Count count -> count.value();
            case Cell.Id id -> id.value();
            case Cell.Ratio ratio -> ratio.value();
            case Cell.Time time -> time.value();
            case Cell.Text text -> text.value();
            case Cell.Link link -> link.words();
            case Cell.Absent absent -> null;
        };
        return kind != Kind.TEXT && value instanceof String ? null : value;
    }
}
