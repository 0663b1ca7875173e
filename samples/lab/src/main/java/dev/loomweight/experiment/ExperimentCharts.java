package dev.loomweight.experiment;

import dev.loomweight.experiment.Experiment.Bar;
import dev.loomweight.experiment.Experiment.Chart;
import dev.loomweight.report.Bars;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Keys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The charts of one experiment: published figures next to those of each JDK. Published figures are from another machine,
 * so they have a separate scale: only bars within a column can be compared.
 *
 * @param experiment the experiment
 * @param byJdk the runs of each JDK, the oldest first; one or more
 */
record ExperimentCharts(Experiment experiment, Map<String, JdkRuns> byJdk) {

    private static final String PUBLISHED = "published";

    /** One of the charts. */
    Bars chart(String id, Chart chart) {
        boolean published = chart.bars().stream().anyMatch(bar -> published(bar) != null);
        List<Bars.Column> columns = new ArrayList<>();
        if (published) {
            columns.add(new Bars.Column(PUBLISHED, PUBLISHED, PUBLISHED));
        }
        byJdk.keySet()
                .forEach(
                        jdk -> columns.add(new Bars.Column(Keys.camel("median jdk " + jdk), "JDK " + jdk, "measured")));
        List<Bars.Group> groups =
                ordered(chart).stream().map(bar -> group(bar, published)).toList();
        return new Bars(
                id, chart.title() + (published ? "; separate scales for published and measured" : ""), columns, groups);
    }

    private List<Bar> ordered(Chart chart) {
        if (!chart.ranked()) {
            return chart.bars();
        }
        JdkRuns newest = List.copyOf(byJdk.values()).getLast();
        return chart.bars().stream()
                .sorted(Comparator.comparingDouble((Bar bar) -> newest.spread(bar.key())
                                .map(spread -> spread.median())
                                .orElse(-1.0))
                        .reversed())
                .toList();
    }

    private Bars.Group group(Bar bar, boolean published) {
        List<Cell> cells = new ArrayList<>();
        if (published) {
            Cell cell = published(bar);
            cells.add(cell == null ? Cell.absent("") : cell);
        }
        byJdk.values().forEach(runs -> cells.add(runs.median(bar.key())));
        return new Bars.Group(bar.name(), cells);
    }

    private @Nullable Cell published(Bar bar) {
        return experiment.figures().stream()
                .filter(shown -> shown.key().equals(bar.key()))
                .flatMap(shown -> Stream.ofNullable(shown.published()))
                .findFirst()
                .orElse(null);
    }
}
