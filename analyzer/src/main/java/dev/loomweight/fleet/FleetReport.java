package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.List;

/** The report on a fleet. */
public final class FleetReport {

    private FleetReport() {}

    /** The report. */
    public static Report of(FleetSums all, List<String> by, String title) {
        List<Row> rows = new ArrayList<>();
        all.by(by.subList(0, Math.min(1, by.size())))
                .groups()
                .forEach((labels, group) -> rows.add(Row.of(
                        Cell.text(by.isEmpty() ? "" : labels.get(by.getFirst())),
                        Cell.count(group.get(Counter.RECORDINGS)),
                        Cell.count(group.get(Counter.TOLD)),
                        Cell.count(group.pins().count()),
                        new Cell.Nanos(group.pins().nanos()))));
        Table table = new Table(
                "services",
                "",
                List.of(
                        Column.of("service", "service"),
                        Column.of("recordings", "recordings"),
                        Column.of("told", "pins recorded in"),
                        Column.of("pins", "pins"),
                        Column.of("pinned", "pinned")),
                rows,
                List.of());
        GroupSums total = all.total();
        Note note = Note.of(
                "headline",
                "Pinning was recorded in " + total.get(Counter.TOLD) + " of " + total.get(Counter.RECORDINGS)
                        + " recordings.");
        return new Report("fleet", title, List.of(new Section("fleet", "", List.of(note, table), List.of())));
    }
}
