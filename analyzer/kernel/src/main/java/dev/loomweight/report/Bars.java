package dev.loomweight.report;

import java.util.List;

/**
 * Figures side by side, a bar each.
 *
 * @param id the key
 * @param title the heading; where there are several scales, it says what is drawn to which
 * @param columns what each bar of a group is
 * @param groups what has the bars, in the order of reading
 */
public record Bars(String id, String title, List<Column> columns, List<Group> groups) implements Block {

    public Bars {
        columns = List.copyOf(columns);
        groups = List.copyOf(groups);
        for (Group group : groups) {
            if (group.cells().size() != columns.size()) {
                throw new IllegalArgumentException("bars " + id + " have a group of "
                        + group.cells().size() + " cells for " + columns.size() + " columns: " + group);
            }
        }
    }

    /**
     * One bar of every group.
     *
     * @param id the key, lower camel case, without a unit: the type of each cell adds it
     * @param title what it is, such as {@code published}
     * @param scale a name: bars of columns with the same, and of the same unit, can be compared by their length
     */
    public record Column(String id, String title, String scale) {}

    /**
     * Bars that belong together.
     *
     * @param name what was measured
     * @param cells one per column: numbers, or absent; nothing is drawn for one that is absent without a reason
     */
    public record Group(String name, List<Cell> cells) {

        public Group {
            cells = List.copyOf(cells);
        }
    }
}
