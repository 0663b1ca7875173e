package dev.loomweight.report.diff;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rows of a table by name, for comparison with another table of its kind. The name is the first text of the row, with
 * the heading and the row that it belongs to.
 *
 * @param byName in the order of the table; headings are in none
 */
record ComparedRows(Map<String, Row> byName) {

    /**
     * Names them.
     *
     * @param other the table to compare with: where the first texts are not unique in one of them, all texts are the
     *     name
     */
    static ComparedRows of(Table table, Table other) {
        boolean all = repeats(table) || repeats(other);
        Map<String, Row> rows = new LinkedHashMap<>();
        List<Named> named = named(table, all);
        for (Named row : named) {
            String name = row.name;
            for (int i = 2; rows.containsKey(name); i++) {
                name = row.name + " (" + i + ")";
            }
            rows.put(name, row.row);
        }
        return new ComparedRows(rows);
    }

    private record Named(String name, Row row) {}

    private static boolean repeats(Table table) {
        Set<String> names = new HashSet<>();
        return named(table, false).stream().anyMatch(row -> !names.add(row.name));
    }

    private static List<Named> named(Table table, boolean all) {
        List<Named> rows = new ArrayList<>();
        String group = "";
        String above = "";
        for (Row row : table.rows()) {
            String words = words(row, all);
            if (row.role() == Role.GROUP) {
                group = words + ": ";
                continue;
            }
            String name = row.role() == Role.PART ? above + ", " + words : group + words;
            above = row.role() == Role.PLAIN ? name : above;
            rows.add(new Named(name, row));
        }
        return rows;
    }

    private static String words(Row row, boolean all) {
        List<String> words = row.cells().stream()
                .filter(Cell.Text.class::isInstance)
                .map(cell -> ((Cell.Text) cell).value())
                .filter(text -> !text.isBlank())
                .limit(all ? Integer.MAX_VALUE : 1)
                .toList();
        return words.isEmpty() ? "(without a name)" : String.join(", ", words);
    }
}
