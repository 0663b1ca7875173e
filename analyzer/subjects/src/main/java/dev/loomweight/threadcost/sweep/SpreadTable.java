package dev.loomweight.threadcost.sweep;

import dev.loomweight.fold.Spread;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.threadcost.weight.RunFigures.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The spread of runs with equal settings. */
final class SpreadTable {

    private SpreadTable() {}

    /** The table; empty if nothing was repeated. */
    static Optional<Table> of(List<RepeatedRuns> groups) {
        List<RunSetting> varied =
                RunSetting.shown(groups.stream().map(RepeatedRuns::settings).toList());
        List<Row> rows = new ArrayList<>();
        for (RepeatedRuns group : groups) {
            group.each(Figure.MEMORY)
                    .filter(spread -> spread.count() > 1)
                    .ifPresent(spread -> rows.add(row(group.settings(), varied, spread)));
        }
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<Column> columns = new ArrayList<>();
        varied.forEach(setting -> columns.add(Column.of(setting.id(), setting.title())));
        columns.add(Column.of("runs", "runs"));
        columns.add(Column.of("median", "median"));
        columns.add(Column.of("deviation", "deviation"));
        columns.add(Column.of("min", "min"));
        columns.add(Column.of("max", "max"));
        return Optional.of(new Table(
                "spread",
                "Spread of the memory per thread",
                columns,
                rows,
                List.of("The deviation is the median absolute deviation, not scaled.")));
    }

    private static Row row(RunSettings settings, List<RunSetting> varied, Spread spread) {
        List<Cell> cells = new ArrayList<>();
        varied.forEach(setting -> cells.add(setting.of(settings)));
        cells.add(Cell.count(spread.count()));
        cells.add(Cell.bytes(Math.round(spread.median())));
        cells.add(Cell.bytes(Math.round(spread.deviation())));
        cells.add(Cell.bytes(Math.round(spread.min())));
        cells.add(Cell.bytes(Math.round(spread.max())));
        return new Row(Role.PLAIN, cells);
    }
}
