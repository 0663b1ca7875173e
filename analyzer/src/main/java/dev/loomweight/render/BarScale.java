package dev.loomweight.render;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Cell;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** How long each bar is: against the longest of its unit among the columns with the same scale. */
final class BarScale {

    private final Bars bars;
    private final Map<Key, Double> largest = new HashMap<>();

    private record Key(String scale, Class<?> unit) {}

    BarScale(Bars bars) {
        this.bars = bars;
        for (Bars.Group group : bars.groups()) {
            for (int i = 0; i < group.cells().size(); i++) {
                Cell cell = group.cells().get(i);
                OptionalDouble size = cell.number();
                if (size.isPresent()) {
                    largest.merge(key(i, cell), Math.abs(size.getAsDouble()), Math::max);
                }
            }
        }
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
        return new Key(bars.columns().get(column).scale(), cell.getClass());
    }
}
