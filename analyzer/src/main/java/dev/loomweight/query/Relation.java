package dev.loomweight.query;

import dev.loomweight.render.TableRows;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table that pipelines work on: fields by name, all of the same number of rows.
 *
 * @param name its name
 * @param fields its fields, in the order in which they are shown, with distinct names
 * @param rows the number of rows
 * @param unread the names of all fields that there are, where some were not asked for and therefore not read
 * @param totals a cell for each field, shown to people after the last row; empty if there are none. Steps and
 *     machine-readable formats have rows only
 */
public record Relation(String name, List<Field> fields, int rows, List<String> unread, List<Cell> totals)
        implements TableRows {

    public Relation {
        fields = List.copyOf(fields);
        unread = List.copyOf(unread);
        totals = List.copyOf(totals);
    }

    /** A relation without unread fields and without totals. */
    public Relation(String name, List<Field> fields, int rows) {
        this(name, fields, rows, List.of(), List.of());
    }

    @Override
    public List<Column> columns() {
        return fields.stream()
                .map(field -> new Column(field.name(), field.key(), field.kind().isSummable()))
                .toList();
    }

    @Override
    public Cell cell(int row, int column) {
        return fields.get(column).cell(row);
    }

    @Override
    public @Nullable Object value(int row, int column) {
        return fields.get(column).value(row);
    }

    /** The names of its fields. */
    public List<String> names() {
        return fields.stream().map(Field::name).toList();
    }

    /**
     * A field.
     *
     * @throws QueryException if no field has that name, and the name is not short for exactly one
     */
    Field field(FieldName ref) {
        String found = Names.resolve(ref.name(), names())
                .orElseThrow(() -> new QueryException(
                        name + " has no field " + ref.name()
                                + Names.suggestion(ref.name(), unread.isEmpty() ? names() : unread),
                        ref.at(),
                        ref.name().length()));
        return fields.get(names().indexOf(found));
    }

    /** The same with some rows only, in their order. */
    Relation rows(int[] chosen) {
        return new Relation(
                name, fields.stream().map(field -> field.rows(chosen)).toList(), chosen.length, unread, List.of());
    }

    /** The same with other fields. */
    Relation with(List<Field> others) {
        return new Relation(name, others, rows);
    }

    /** The first rows. */
    public Relation top(int most) {
        return most >= rows
                ? this
                : rows(java.util.stream.IntStream.range(0, most).toArray());
    }

    /**
     * Some of its rows as a report's table.
     *
     * @param title the heading
     * @param from the first row
     * @param to the row after the last
     * @param footnotes sentences below the table; if there are any, the totals precede them
     */
    public Table table(String title, int from, int to, List<String> footnotes) {
        List<Table.Column> columns = new ArrayList<>();
        for (Field field : fields) {
            columns.add(new Table.Column(Keys.camel(field.name()), field.name(), field.hasBars()));
        }
        List<Table.Row> shown = new ArrayList<>();
        for (int row = from; row < to; row++) {
            Cell[] cells = new Cell[fields.size()];
            for (int i = 0; i < cells.length; i++) {
                cells[i] = fields.get(i).cell(row);
            }
            shown.add(new Table.Row(Table.Role.PLAIN, Arrays.asList(cells)));
        }
        if (!totals.isEmpty() && (to == rows || !footnotes.isEmpty())) {
            shown.add(new Table.Row(Table.Role.TOTAL, totals));
        }
        return new Table(Keys.camel(name), title, columns, shown, footnotes);
    }
}
