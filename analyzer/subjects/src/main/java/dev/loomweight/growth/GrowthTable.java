package dev.loomweight.growth;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The places of a process by growth, the largest first. */
final class GrowthTable {

    /** Of the noise, this share is not worth a row. */
    private static final long SHARE_OF_NOISE = 8;

    private final ProcessGrowth growth;
    private final Rates rates;
    private final boolean timed;
    private final boolean fitted;

    private GrowthTable(ProcessGrowth growth) {
        this.growth = growth;
        this.rates = Rates.of(growth.total().window());
        this.timed = growth.total().slope().isPresent();
        this.fitted = growth.total().values().size() > 2;
    }

    /**
     * The table.
     *
     * @param first the heading of the earlier amounts
     * @param last the heading of the later ones
     */
    static Table of(String id, String title, ProcessGrowth growth, String first, String last) {
        return new GrowthTable(growth).table(id, title, first, last);
    }

    private Table table(String id, String title, String first, String last) {
        List<Column> columns = new ArrayList<>(List.of(
                Column.of("place", ""),
                Column.of("first", first),
                Column.of("last", last),
                new Column("growth", "growth", true)));
        if (timed) {
            columns.add(Column.of("growth" + rates.key(), "per " + rates.unit()));
        }
        if (timed && fitted) {
            columns.add(Column.of("error" + rates.key(), "± (95 %)"));
        }
        columns.add(Column.of("course", "course"));
        List<Row> rows = new ArrayList<>();
        int same = 0;
        for (Grown one : growth.places()) {
            if (Math.abs(one.course().change()) * SHARE_OF_NOISE < growth.noise()) {
                same++;
            } else {
                rows.add(row(Role.PLAIN, one.place().label(), one.course(), one.trend()));
            }
        }
        rows.add(row(
                Role.TOTAL,
                growth.source().label(),
                growth.total(),
                growth.total().trend(growth.noise())));
        return new Table(id, title, columns, rows, notes(same));
    }

    private Row row(Role role, String label, Course course, Course.Trend trend) {
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.text(label), Cell.bytes(course.first()), Cell.bytes(course.last()), Cell.bytes(course.change())));
        Optional<Course.Slope> slope = course.slope();
        if (timed) {
            cells.add(slope.<Cell>map(one -> Cell.bytes(rates.bytes(one.perSecond())))
                    .orElseGet(() -> Cell.text("")));
        }
        if (timed && fitted) {
            cells.add(slope.filter(one -> Double.isFinite(one.halfWidth()))
                    .<Cell>map(one -> Cell.bytes(rates.bytes(one.halfWidth())))
                    .orElseGet(() -> Cell.text("")));
        }
        cells.add(Cell.text(trend.label()));
        return new Row(role, cells);
    }

    private List<String> notes(int same) {
        List<String> notes = new ArrayList<>();
        if (growth.source() == ProcessGrowth.Source.RESIDENT) {
            notes.add(
                    "The rows add up to resident memory. Mappings count as resident, malloc as allocated and touched, live"
                            + " objects by the class histogram.");
        } else if (!growth.isOfSnapshots()) {
            notes.add(
                    "From a recording; its figures do not add up to resident memory, and have no malloc of native code,"
                            + " no mappings and no stacks.");
        }
        if (growth.places().stream()
                .anyMatch(one -> one.course().first() < 0 || one.course().last() < 0)) {
            notes.add("A negative amount is memory that was allocated and not touched.");
        }
        notes.add("A change of " + Amounts.bytes(growth.noise()) + " or less is not taken for growth"
                + (same == 0
                        ? "."
                        : "; " + same + (same == 1 ? " place that" : " places that") + " changed by less than "
                                + Amounts.bytes(growth.noise() / SHARE_OF_NOISE) + " " + (same == 1 ? "is" : "are")
                                + " not shown."));
        int moments = growth.total().values().size();
        if (fitted && timed) {
            notes.add("Slopes are least squares over "
                    + (growth.isOfSnapshots() ? moments + " snapshots" : "the values of the recording")
                    + ", with half of the 95 % confidence interval.");
        } else if (!fitted) {
            notes.add("Two snapshots give differences: they have no error, and do not show whether growth goes on.");
        }
        return notes;
    }
}
