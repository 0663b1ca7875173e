package dev.loomweight.threadcost.sweep;

import dev.loomweight.fold.Spread;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
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
        record Repeated(RunSettings settings, Spread spread) {}
        List<Repeated> repeated = new ArrayList<>();
        for (RepeatedRuns group : groups) {
            group.each(Figure.MEMORY)
                    .filter(spread -> spread.count() > 1)
                    .ifPresent(spread -> repeated.add(new Repeated(group.settings(), spread)));
        }
        return repeated.isEmpty()
                ? Optional.empty()
                : Optional.of(RunSetting.columns(varied, Rows.of(Repeated.class), Repeated::settings)
                        .count("runs", "runs", of -> of.spread.count())
                        .bytes("median", "median", of -> Math.round(of.spread.median()))
                        .bytes("deviation", "deviation", of -> Math.round(of.spread.deviation()))
                        .bytes("min", "min", of -> Math.round(of.spread.min()))
                        .bytes("max", "max", of -> Math.round(of.spread.max()))
                        .table(
                                "spread",
                                "Spread of the memory per thread",
                                repeated,
                                List.of("The deviation is the median absolute deviation, not scaled.")));
    }
}
