package dev.loomweight.memory;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The native call sites of a detail report that hold the most, or of a detail diff that changed most. */
public final class NmtSites {

    private static final int TOP = 10;

    private NmtSites() {}

    static Optional<Table> table(String id, NmtReading reading) {
        NmtReport report = reading.report();
        if (reading.sites().isEmpty()) {
            return Optional.empty();
        }
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of("site", "call site"));
        columns.add(Column.of("category", "category"));
        columns.add(Column.of("blocks", "blocks"));
        columns.add(Column.of("held", "holds"));
        if (report.diff()) {
            columns.add(Column.of("change", "change"));
        }
        List<Row> rows =
                reading.sites().stream().map(site -> row(site, report.diff())).toList();
        return Optional.of(new Table(id, reading.title() + ": native call sites", columns, rows, List.of(), TOP));
    }

    private static Row row(Site site, boolean diff) {
        NmtMalloc malloc = site.malloc();
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(
                site.frames().isEmpty() ? "(no frames)" : site.frames().get(0)));
        cells.add(Cell.text(site.category()));
        cells.add(malloc == null || malloc.count() < 0 ? Cell.text("") : Cell.count(malloc.count()));
        cells.add(Cell.bytes(held(site).bytes()));
        if (diff) {
            cells.add(Cell.bytes(held(site).deltaBytes()));
        }
        return new Row(Table.Role.PLAIN, cells);
    }

    /** The memory that a call site holds: malloc, or committed mappings. */
    public static Amount held(Site site) {
        if (site.malloc() != null) {
            return site.malloc().amount();
        }
        return site.virtual() == null ? Amount.ZERO : site.virtual().committed();
    }
}
