package dev.loomweight.render;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** How long each bar is: against the longest of its unit among the columns with the same scale. */
final class BarScale {

    private final IntFunction<String> scale;
    private final Map<Key, Double> largest = new HashMap<>();

    private record Key(String scale, Class<?> unit) {}

    private BarScale(IntFunction<String> scale, Stream<List<Cell>> rows) {
        this.scale = scale;
        rows.forEach(cells -> {
            for (int i = 0; i < cells.size(); i++) {
                Cell cell = cells.get(i);
                OptionalDouble size = cell.number();
                if (size.isPresent()) {
                    largest.merge(key(i, cell), Math.abs(size.getAsDouble()), Math::max);
                }
            }
        });
    }

    /** That of bars. */
    static BarScale of(Bars bars) {
        return new BarScale(
                column -> bars.columns().get(column).scale(),
                bars.groups().stream().map(Bars.Group::cells));
    }

    /** That of the bars in a table: each column has a scale of its own. */
    static BarScale of(Table table) {
        return new BarScale(
                Integer::toString,
                table.rows().stream()
                        .filter(row -> row.role() != Table.Role.GROUP)
                        .map(Table.Row::cells));
    }

    /** The length of a cell's bar in a column, 0 to 1. */
    double part(int column, Cell cell) {
        double most = largest.getOrDefault(key(column, cell), 0.0);
        return most > 0 ? Math.abs(cell.number().orElse(0)) / most : 0;
    }

    /** Whether there is anything to show for a cell: a figure, or a reason why there is none. */
    static boolean isShown(Cell cell) {
        return !(cell instanceof Cell.Absent(String why) && why.isBlank());
    }

    private Key key(int column, Cell cell) {
        return new Key(scale.apply(column), cell.getClass());
    }
}
