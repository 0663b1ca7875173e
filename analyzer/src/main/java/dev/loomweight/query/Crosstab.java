package dev.loomweight.query;

import dev.loomweight.render.CellText;
import dev.loomweight.report.Cell;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many rows there are of each pair of values of two fields: a row for each value of the first, a column for each value
 * of the second, and totals.
 *
 * <p>Not by tablesaw's {@code CrossTab}: it fails where two values differ in case only, and takes a missing value for an
 * empty text and a value "total" for the sum.
 */
final class Crosstab {

    private static final int MAX_COLUMNS = 100;
    static final String TOTAL = "total";
    private static final String MISSING = "(missing)";

    private Crosstab() {}

    /**
     * The distinct values of a field, in order, a missing one last.
     */
    private static final class Groups {

        /** A row that has the value, for each value. */
        private final int[] first;
        /** The number of the value, for each row. */
        private final int[] groupOf;

        private Groups(int[] first, int[] groupOf) {
            this.first = first;
            this.groupOf = groupOf;
        }

        static Groups of(Field field, int rows) {
            Long2IntOpenHashMap firstOf = new Long2IntOpenHashMap();
            for (int row = 0; row < rows; row++) {
                firstOf.putIfAbsent(field.key(row), row);
            }
            int[] first = firstOf.values().toIntArray();
            IntArrays.mergeSort(first, (left, right) -> {
                int compared = field.compare(left, right);
                return compared == 0 ? Integer.compare(left, right) : compared;
            });
            Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
            for (int group = 0; group < first.length; group++) {
                numbers.put(field.key(first[group]), group);
            }
            int[] groupOf = new int[rows];
            Arrays.setAll(groupOf, row -> numbers.get(field.key(row)));
            return new Groups(first, groupOf);
        }

        int size() {
            return first.length;
        }
    }

    static Relation count(Step.Crosstab step, Relation rows) {
        Field down = rows.field(step.rows());
        Field across = rows.field(step.columns());
        Groups downs = Groups.of(down, rows.rows());
        Groups acrosses = Groups.of(across, rows.rows());
        if (acrosses.size() > MAX_COLUMNS) {
            throw new QueryException(
                    across.name() + " has " + acrosses.size() + " values, too many for columns (at most " + MAX_COLUMNS
                            + "); filter first, or swap the fields",
                    step.columns().at(),
                    step.columns().name().length());
        }
        long[][] counts = new long[acrosses.size() + 1][downs.size()];
        for (int row = 0; row < rows.rows(); row++) {
            counts[acrosses.groupOf[row]][downs.groupOf[row]]++;
            counts[acrosses.size()][downs.groupOf[row]]++;
        }
        List<Field> fields = new ArrayList<>(List.of(down.rows(downs.first)));
        List<Cell> totals = new ArrayList<>(List.of(Cell.text(TOTAL)));
        for (int column = 0; column < counts.length; column++) {
            String name = column == acrosses.size() ? TOTAL : heading(across, acrosses.first[column]);
            fields.add(Field.whole(RowSteps.unique(name, across.name(), fields), Kind.COUNT, counts[column]));
            totals.add(Cell.count(Arrays.stream(counts[column]).sum()));
        }
        return new Relation("crosstab", fields, downs.size(), List.of(), totals);
    }

    private static String heading(Field field, int row) {
        return field.isAbsent(row) ? MISSING : CellText.of(field.cell(row)).toString();
    }
}
