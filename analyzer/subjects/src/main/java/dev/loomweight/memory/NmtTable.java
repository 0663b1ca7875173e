package dev.loomweight.memory;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An NMT report as a table, the largest category first; a diff with the change since the baseline. */
final class NmtTable {

    private NmtTable() {}

    static Table categories(String id, NmtReading reading) {
        NmtReport report = reading.report();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of("category", "category"));
        columns.add(Column.of("reserved", "reserved"));
        if (report.diff()) {
            columns.add(Column.of("reservedChange", "change"));
        }
        columns.add(Column.of("committed", "committed"));
        if (report.diff()) {
            columns.add(new Column("committedChange", "change", true));
        } else {
            columns.add(Column.of("malloc", "malloc"));
            columns.add(Column.of("mmap", "mmap"));
            columns.add(new Column("share", "of committed", true));
        }
        List<Row> rows = new ArrayList<>();
        long whole = report.total().committed().bytes();
        reading.categories().forEach(category -> {
            rows.add(row(report, Role.PLAIN, category.name(), category.usage(), category, whole));
            NmtUsage stack = category.stack();
            if (stack != null) {
                rows.add(row(report, Role.PART, "stacks", stack, null, whole));
            }
        });
        rows.add(totals(report, whole));
        return new Table(id, reading.title(), columns, rows, footnotes(report));
    }

    private static Row row(
            NmtReport report, Role role, String name, NmtUsage usage, @Nullable NmtCategory parts, long whole) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(name));
        cells.add(Cell.bytes(usage.reserved().bytes()));
        if (report.diff()) {
            cells.add(Cell.bytes(usage.reserved().deltaBytes()));
        }
        cells.add(Cell.bytes(usage.committed().bytes()));
        if (report.diff()) {
            cells.add(Cell.bytes(usage.committed().deltaBytes()));
        } else {
            cells.add(
                    parts == null || parts.malloc() == null
                            ? Cell.text("")
                            : Cell.bytes(parts.malloc().amount().bytes()));
            cells.add(
                    parts == null || parts.mmap() == null
                            ? Cell.text("")
                            : Cell.bytes(parts.mmap().committed().bytes()));
            cells.add(share(usage.committed(), whole));
        }
        return new Row(role, cells);
    }

    private static Row totals(NmtReport report, long whole) {
        Row sums = row(report, Role.TOTAL, "total", report.total(), null, whole);
        if (report.diff()) {
            return sums;
        }
        List<Cell> cells = new ArrayList<>(sums.cells());
        if (report.malloc() != null) {
            cells.set(3, Cell.bytes(report.malloc().amount().bytes()));
        }
        if (report.mmap() != null) {
            cells.set(4, Cell.bytes(report.mmap().committed().bytes()));
        }
        return new Row(Role.TOTAL, cells);
    }

    private static Cell share(Amount part, long whole) {
        return whole == 0 ? Cell.text("") : new Cell.Ratio((double) part.bytes() / whole);
    }

    private static List<String> footnotes(NmtReport report) {
        List<String> notes = new ArrayList<>();
        NmtCategory threads = report.category(NmtCategory.THREAD);
        NmtUsage stack = threads == null ? null : threads.stack();
        if (threads != null && stack != null) {
            NmtCategory.Count count = threads.counts().get("threads");
            long guards = report.stackGuardBytes();
            notes.add((count == null ? "Threads" : Amounts.count(count.value()) + " threads")
                    + ": the committed stacks include "
                    + (guards > 0
                            ? Amounts.bytes(guards) + " of guard pages, which are never resident; "
                                    + Amounts.bytes(stack.committed().bytes() - guards) + " are resident."
                            : "16 KB of guard pages for each Java thread, which are never resident."));
        }
        if (report.scale() > 1) {
            notes.add("The JVM rounded the amounts to " + Amounts.bytes(report.scale())
                    + "; use scale=b for exact ones.");
        }
        notes.addAll(report.notes());
        return notes;
    }
}
