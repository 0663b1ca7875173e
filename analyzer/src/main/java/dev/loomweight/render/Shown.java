package dev.loomweight.render;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** What people see of a report that machines have whole: the first of many rows, and of many findings of a kind. */
final class Shown {

    private Shown() {}

    /**
     * The rows of a table that people see: the first ones, one that stands for the others, and the totals.
     *
     * @param top how many ordinary rows there may be, each with its parts; {@link TextOptions#AS_TABLE} for as many as the
     *     table says. One row more is shown instead of counted
     */
    static List<Row> rows(Table table, int top) {
        int most = table.top() == Table.ALL || top == TextOptions.AS_TABLE ? table.top() : top;
        List<Row> body = table.body();
        int left = (int) body.stream().filter(row -> row.role() == Role.PLAIN).count() - most;
        if (left <= 1) {
            return table.rows();
        }
        int end = 0;
        for (int seen = 0; seen < most || body.get(end).role() != Role.PLAIN; end++) {
            seen += body.get(end).role() == Role.PLAIN ? 1 : 0;
        }
        List<Row> shown = new ArrayList<>(body.subList(0, end));
        shown.add(rest(table, left, body.subList(end, body.size())));
        shown.addAll(table.totals());
        return shown;
    }

    /** What the rows that are left out come to, in the columns that can be added up. */
    private static Row rest(Table table, int left, List<Row> rows) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text("(" + Amounts.count(left) + " more)"));
        for (int i = 1; i < table.columns().size(); i++) {
            Cell sum = isAdditive(table, i) ? sum(rows, i) : null;
            cells.add(sum == null ? Cell.text("") : sum);
        }
        return new Row(Role.TOTAL, cells);
    }

    /** Where a bar is worth drawing, amounts can be added up; elsewhere, where the total is the sum. */
    private static boolean isAdditive(Table table, int column) {
        return table.columns().get(column).bar()
                || (!table.totals().isEmpty()
                        && table.totals().getFirst().cells().get(column).equals(sum(table.body(), column)));
    }

    /** The sum of the ordinary rows of a column; null where they are not all amounts of one type. */
    private static @Nullable Cell sum(List<Row> rows, int column) {
        long sum = 0;
        LongFunction<Cell> type = null;
        Class<?> first = null;
        for (Row row : rows) {
            Cell cell = row.cells().get(column);
            if (row.role() == Role.PLAIN) {
                if (first != null && first != cell.getClass()) {
                    return null;
                }
                first = cell.getClass();
                if (cell instanceof Cell.Nanos nanos) {
                    sum += nanos.value();
                    type = Cell.Nanos::new;
                } else if (cell instanceof Cell.Count count) {
                    sum += count.value();
                    type = Cell.Count::new;
                } else if (cell instanceof Cell.Bytes bytes) {
                    sum += bytes.value();
                    type = Cell.Bytes::new;
                } else {
                    return null;
                }
            }
        }
        return type == null ? null : type.apply(sum);
    }

    /**
     * The findings that people see: all but those about places in code that follow many of their kind.
     *
     * @param findings those that are shown, in their order
     * @param left how many are not
     */
    record Findings(List<Finding> findings, int left) {

        /** How many findings of a kind are shown where nothing else is asked for. */
        static final int TOP = 3;

        /**
         * Selects findings.
         *
         * @param top how many of a kind, or {@link TextOptions#AS_TABLE}
         */
        static Findings of(List<Finding> all, int top) {
            int most = top == TextOptions.AS_TABLE ? TOP : top;
            Map<String, Integer> seen = new HashMap<>();
            List<Finding> shown = new ArrayList<>();
            for (Finding finding : all) {
                if (finding.place() == null || seen.merge(finding.id(), 1, Integer::sum) <= most) {
                    shown.add(finding);
                }
            }
            return new Findings(shown, all.size() - shown.size());
        }

        /** How many are left out, as a sentence; a hint where to find them. */
        String rest() {
            return Amounts.count(left, "more finding")
                    + " about single sites; --top N shows more, and JSON, CSV and SARIF have all.";
        }
    }
}
