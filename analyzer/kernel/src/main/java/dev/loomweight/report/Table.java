package dev.loomweight.report;

import java.util.List;

/**
 * Rows of typed cells.
 *
 * @param id the key
 * @param title the heading, in sentence case; may be empty
 * @param columns what each cell of a row is
 * @param rows all of them, in the order of reading; a table of ranked rows begins with the most important
 * @param footnotes sentences that belong below the table
 * @param top how many ordinary rows people see unless they ask for more, at least 1; {@link #ALL} where the rows belong
 *     together. Machine-readable forms always have all rows
 * @param brief the ids of the columns that matter most, the most important first, for where there is little room; those
 *     that the table lacks are passed over. Empty where none matters more
 */
public record Table(
        String id,
        String title,
        List<Column> columns,
        List<Row> rows,
        List<String> footnotes,
        int top,
        List<String> brief)
        implements Block {

    /** For {@link #top}: people see every row. */
    public static final int ALL = Integer.MAX_VALUE;

    /** A table of which people see every row. */
    public Table(String id, String title, List<Column> columns, List<Row> rows, List<String> footnotes) {
        this(id, title, columns, rows, footnotes, ALL);
    }

    /** A table of which no column matters more than another. */
    public Table(String id, String title, List<Column> columns, List<Row> rows, List<String> footnotes, int top) {
        this(id, title, columns, rows, footnotes, top, List.of());
    }

    /** The same with the columns that matter most, the most important first. */
    public Table withBrief(String... ids) {
        return new Table(id, title, columns, rows, footnotes, top, List.of(ids));
    }

    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        footnotes = List.copyOf(footnotes);
        brief = List.copyOf(brief);
        for (Row row : rows) {
            if (row.cells().size() != columns.size()) {
                throw new IllegalArgumentException("table " + id + " has a row of "
                        + row.cells().size() + " cells for " + columns.size() + " columns: " + row);
            }
        }
    }

    /** The rows before the {@link #totals}. */
    public List<Row> body() {
        return rows.subList(0, rows.size() - totals().size());
    }

    /** The sums and results that the table ends with; may be empty. */
    public List<Row> totals() {
        int from = rows.size();
        while (from > 0 && rows.get(from - 1).role() == Role.TOTAL) {
            from--;
        }
        return rows.subList(from, rows.size());
    }

    /**
     * One column.
     *
     * @param id the key, lower camel case, without a unit: the type of each cell adds it
     * @param title the heading
     * @param bar whether the size of its values, against the largest of the column, is worth a bar
     */
    public record Column(String id, String title, boolean bar) {

        /** A column without bars. */
        public static Column of(String id, String title) {
            return new Column(id, title, false);
        }
    }

    /** What a row is among its neighbours. */
    public enum Role {
        /** An ordinary row. */
        PLAIN,
        /** A heading above the rows that follow; its cells after the first are mostly empty. */
        GROUP,
        /** A part of the plain row above it: shown indented. */
        PART,
        /** Words on the row above it, in its first cell, which take the whole width. */
        NOTE,
        /** A sum or a result. */
        TOTAL
    }

    /**
     * One row.
     *
     * @param role what it is among its neighbours
     * @param cells one per column
     */
    public record Row(Role role, List<Cell> cells) {

        public Row {
            cells = List.copyOf(cells);
        }

        /** An ordinary row. */
        public static Row of(Cell... cells) {
            return new Row(Role.PLAIN, List.of(cells));
        }
    }
}
