package dev.loomweight.render;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;

/** The rows and columns of a table that matter most. */
final class BriefTable {

    private BriefTable() {}

    /**
     * A few rows: of ranked ones the first; of others the largest and the total. Parts of rows are left out.
     *
     * @param most how many rows there may be, without the total
     */
    static Table rows(Table table, int most) {
        List<Row> plain =
                table.body().stream().filter(row -> row.role() == Role.PLAIN).toList();
        boolean ranked = table.top() != Table.ALL;
        boolean all = plain.size() <= most;
        int column = ranked || all ? -1 : sized(table);
        List<Row> rows = new ArrayList<>(plain);
        if (column >= 0) {
            rows.removeIf(row -> row.cells().get(column).number().isEmpty());
            rows.sort(Comparator.comparingDouble(
                    (Row row) -> -row.cells().get(column).number().orElse(Double.NEGATIVE_INFINITY)));
        }
        rows.subList(Math.min(most, rows.size()), rows.size()).clear();
        rows = withNotes(rows, table.rows());
        String count = all
                ? ""
                : column >= 0
                        ? " (the " + rows.size() + " largest)"
                        : " (" + most + " of " + Amounts.count(plain.size()) + ")";
        List<Row> totals =
                table.rows().stream().filter(row -> row.role() == Role.TOTAL).toList();
        if (!ranked && !totals.isEmpty()) {
            rows.add(totals.getFirst());
        }
        return new Table(table.id(), table.title() + count, table.columns(), rows, List.of(), Table.ALL, table.brief());
    }

    // By identity: two rows can be equal.
    private static List<Row> withNotes(List<Row> rows, List<Row> all) {
        IdentityHashMap<Row, Row> notes = new IdentityHashMap<>();
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i).role() == Role.NOTE) {
                notes.put(all.get(i - 1), all.get(i));
            }
        }
        List<Row> noted = new ArrayList<>();
        for (Row row : rows) {
            noted.add(row);
            Row note = notes.get(row);
            if (note != null) {
                noted.add(note);
            }
        }
        return noted;
    }

    /** The indices of the columns that have anything to show, the most important first. */
    static List<Integer> order(Table table) {
        List<Integer> order = new ArrayList<>();
        if (table.brief().isEmpty()) {
            IntStream.range(0, table.columns().size()).forEach(order::add);
        }
        for (String id : table.brief()) {
            for (int i = 0; i < table.columns().size(); i++) {
                if (table.columns().get(i).id().equals(id)) {
                    order.add(i);
                }
            }
        }
        order.removeIf(column -> table.rows().stream()
                .map(row -> row.cells().get(column))
                .allMatch(cell ->
                        cell instanceof Cell.Absent || (cell instanceof Cell.Text(String text) && text.isBlank())));
        return order;
    }

    /** The table with these columns only, in its own order; what is absent has no footnote. */
    static Table of(Table table, List<Integer> columns) {
        List<Integer> kept = columns.stream().sorted().toList();
        return new Table(
                table.id(),
                table.title(),
                kept.stream().map(table.columns()::get).toList(),
                table.rows().stream()
                        .map(row -> new Row(
                                row.role(),
                                kept.stream()
                                        .map(row.cells()::get)
                                        .map(cell -> cell instanceof Cell.Absent ? Cell.absent("") : cell)
                                        .toList()))
                        .toList(),
                List.of());
    }

    /** Of the columns that matter and have a total the last one with bars, or the last one where none has; or -1. */
    private static int sized(Table table) {
        List<Row> totals =
                table.rows().stream().filter(row -> row.role() == Role.TOTAL).toList();
        return order(table).stream()
                .filter(column -> !totals.isEmpty()
                        && totals.getFirst().cells().get(column).number().isPresent())
                .max(Comparator.<Integer, Boolean>comparing(
                                column -> table.columns().get(column).bar())
                        .thenComparing(Comparator.naturalOrder()))
                .orElse(-1);
    }
}
