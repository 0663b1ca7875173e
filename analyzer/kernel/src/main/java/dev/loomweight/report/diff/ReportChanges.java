package dev.loomweight.report.diff;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Differences between two reports, value by value, in the tables that both have. For users who kept reports only;
 * captures allow a better comparison.
 */
public final class ReportChanges {

    private static final int TOP = 40;

    /** A figure that is not the same in both, or of a row that one of them lacks. */
    private record Change(String row, String figure, Cell before, Cell after, Cell change) {}

    private static final Rows<Change> CHANGES = Rows.of(Change.class)
            .text("row", "Row", Change::row)
            .text("figure", "Figure", Change::figure)
            .column("before", "Before", Change::before)
            .column("after", "After", Change::after)
            .column("change", "Change", Change::change)
            .bar()
            .top(TOP);

    private long compared;
    private long changed;
    private long appeared;
    private long vanished;

    private ReportChanges() {}

    /**
     * Compares.
     *
     * @return a headline, and below it a section for each section of both that has figures which differ
     */
    public static List<Section> between(Report before, Report after) {
        ReportChanges changes = new ReportChanges();
        List<Section> sections = new ArrayList<>();
        for (Section is : after.sections()) {
            before.sections().stream()
                    .filter(was -> was.id().equals(is.id()))
                    .findFirst()
                    .map(was -> changes.section(was, is))
                    .filter(section -> !section.isEmpty())
                    .ifPresent(sections::add);
        }
        sections.addFirst(
                new Section("reports", "What differs between the reports", List.of(changes.headline()), List.of()));
        return sections;
    }

    private Note headline() {
        List<String> sentences = new ArrayList<>();
        sentences.add(
                compared == 0 && appeared + vanished == 0
                        ? "The two reports have no table in common."
                        : changed + appeared + vanished == 0
                                ? "All " + Amounts.count(compared) + " figures that both have are the same."
                                : Amounts.count(changed) + " of " + Amounts.count(compared)
                                        + " figures that both have differ" + rows(appeared, "new")
                                        + rows(vanished, "gone") + ".");
        sentences.add("Reports are compared row by row. Captures and recordings allow more: which sites are the same"
                + " whatever their lines, rates where lengths differ, how much a figure moves by itself.");
        return new Note(Note.HEADLINE, sentences);
    }

    private static String rows(long count, String what) {
        return switch ((int) Math.min(count, 2)) {
            case 0 -> "";
            case 1 -> "; 1 row is " + what;
            default -> "; " + Amounts.count(count) + " rows are " + what;
        };
    }

    private Section section(Section before, Section after) {
        List<Block> tables = new ArrayList<>();
        for (Block block : after.blocks()) {
            if (block instanceof Table is) {
                for (Block other : before.blocks()) {
                    if (other instanceof Table was && was.id().equals(is.id())) {
                        List<Change> changes = changes(was, is);
                        if (!changes.isEmpty()) {
                            tables.add(CHANGES.table(is.id(), is.title(), changes));
                        }
                    }
                }
            }
        }
        return new Section(after.id(), after.title(), tables, List.of());
    }

    private List<Change> changes(Table before, Table after) {
        ComparedRows was = ComparedRows.of(before, after);
        ComparedRows is = ComparedRows.of(after, before);
        List<Change> changes = new ArrayList<>();
        for (Map.Entry<String, Row> row : is.byName().entrySet()) {
            Row other = was.byName().get(row.getKey());
            if (other == null) {
                appeared += first(after, row.getKey(), row.getValue(), false, changes);
            } else {
                figures(row.getKey(), before, other, after, row.getValue(), changes);
            }
        }
        for (Map.Entry<String, Row> row : was.byName().entrySet()) {
            if (!is.byName().containsKey(row.getKey())) {
                vanished += first(before, row.getKey(), row.getValue(), true, changes);
            }
        }
        return changes;
    }

    private void figures(String name, Table before, Row was, Table after, Row is, List<Change> changes) {
        for (int i = 0; i < after.columns().size(); i++) {
            Column column = after.columns().get(i);
            int at = index(before, column.id());
            Cell change =
                    at < 0 ? null : difference(was.cells().get(at), is.cells().get(i));
            if (change != null) {
                compared++;
                if (!isZero(change)) {
                    changed++;
                    changes.add(new Change(
                            name,
                            column.title(),
                            was.cells().get(at),
                            is.cells().get(i),
                            change));
                }
            }
        }
    }

    private static int index(Table table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).id().equals(column)) {
                return i;
            }
        }
        return -1;
    }

    /** Adds a row that only one side has, with its first amount; returns how many rows were added. */
    private static int first(Table table, String name, Row row, boolean gone, List<Change> changes) {
        for (int i = 0; i < row.cells().size(); i++) {
            Cell cell = row.cells().get(i);
            if (difference(cell, cell) != null) {
                Cell absent = Cell.absent(gone ? "gone" : "new");
                changes.add(new Change(
                        name, table.columns().get(i).title(), gone ? cell : absent, gone ? absent : cell, absent));
                return 1;
            }
        }
        return 0;
    }

    /** The difference of two amounts; null where they are not of one type. */
    private static @Nullable Cell difference(Cell before, Cell after) {
        if (before instanceof Cell.Bytes was && after instanceof Cell.Bytes is) {
            return new Cell.Bytes(is.value() - was.value());
        }
        if (before instanceof Cell.Nanos was && after instanceof Cell.Nanos is) {
            return new Cell.Nanos(is.value() - was.value());
        }
        if (before instanceof Cell.Count was && after instanceof Cell.Count is) {
            return new Cell.Count(is.value() - was.value());
        }
        return before instanceof Cell.Ratio was && after instanceof Cell.Ratio is
                ? new Cell.Ratio(is.value() - was.value())
                : null;
    }

    private static boolean isZero(Cell change) {
        return switch (change) {
            case Cell.Bytes bytes -> bytes.value() == 0;
            case Cell.Nanos nanos -> nanos.value() == 0;
            case Cell.Count count -> count.value() == 0;
            case Cell.Ratio ratio -> ratio.value() == 0;
            default -> false;
        };
    }
}
