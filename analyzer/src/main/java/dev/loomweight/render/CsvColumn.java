package dev.loomweight.render;

import dev.loomweight.report.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A column of a table as fields: one where all its figures have one unit, which its heading names; otherwise a second
 * tells the unit of each.
 *
 * @param key without a unit
 * @param unit that of all figures; empty for words, and where units differ
 * @param mixed whether they differ
 */
record CsvColumn(String key, String unit, boolean mixed) {

    /** The column of some cells. */
    static CsvColumn of(String key, List<Cell> cells) {
        Set<String> units = cells.stream()
                .filter(cell -> !(cell instanceof Cell.Absent) && !cell.equals(Cell.text("")))
                .map(CsvColumn::unit)
                .collect(Collectors.toSet());
        return units.size() == 1
                ? new CsvColumn(key, units.iterator().next(), false)
                : new CsvColumn(key, "", units.size() > 1);
    }

    /** Its headings. */
    List<String> header() {
        return mixed ? List.of(key, key + "Unit") : List.of(key + unit);
    }

    /** The fields of one cell; empty for what is absent. */
    List<String> fields(Cell cell) {
        List<String> fields = new ArrayList<>();
        fields.add(
                switch (cell) {
                    case Cell.Bytes bytes -> Long.toString(bytes.value());
                    case Cell.Nanos nanos -> Long.toString(nanos.value());
                    case Cell.Count count -> Long.toString(count.value());
                    case Cell.Id id -> Long.toString(id.value());
                    case Cell.Ratio ratio -> Double.isFinite(ratio.value()) ? Double.toString(ratio.value()) : "";
                    case Cell.Time time -> time.value().toString();
                    case Cell.Text text -> CsvTable.words(text.value());
                    case Cell.Link link -> CsvTable.words(link.words());
                    case Cell.Absent absent -> "";
                });
        if (mixed) {
            fields.add(unit(cell));
        }
        return fields;
    }

    private static String unit(Cell cell) {
        return switch (cell) {
            case Cell.Bytes bytes -> "Bytes";
            case Cell.Nanos nanos -> "Nanos";
            case Cell.Count count -> "Count";
            case Cell.Id id -> "";
            case Cell.Ratio ratio -> "Ratio";
            case Cell.Time time -> "Time";
            case Cell.Text text -> "";
            case Cell.Link link -> "";
            case Cell.Absent absent -> "";
        };
    }
}
