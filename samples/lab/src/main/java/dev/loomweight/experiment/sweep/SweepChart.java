package dev.loomweight.experiment.sweep;

import dev.loomweight.experiment.weight.RunFigures.Figure;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import dev.loomweight.report.Series.Line;
import dev.loomweight.report.Series.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The memory of one thread over the setting that has the most values. */
final class SweepChart {

    private SweepChart() {}

    static Optional<Series> of(List<RepeatedRuns> groups) {
        List<RepeatedRuns> measured = groups.stream()
                .filter(group -> group.each(Figure.MEMORY).isPresent())
                .toList();
        List<RunSettings> all = measured.stream().map(RepeatedRuns::settings).toList();
        Optional<RunSetting> over = Stream.of(RunSetting.DEPTH, RunSetting.THREADS, RunSetting.STACK_SIZE)
                .filter(setting -> setting.differs(all))
                .max(Comparator.comparingLong(
                        setting -> all.stream().map(setting::of).distinct().count()));
        return over.map(setting -> chart(measured, all, setting));
    }

    private static Series chart(List<RepeatedRuns> groups, List<RunSettings> all, RunSetting over) {
        // Lines for fewer threads would say the same again: what a thread costs hardly depends on their number.
        boolean mostOnly = over != RunSetting.THREADS && RunSetting.THREADS.differs(all);
        long most = all.stream().mapToLong(RunSettings::threads).max().orElse(0);
        List<RunSetting> apart = RunSetting.shown(all).stream()
                .filter(setting -> setting != over && !(mostOnly && setting == RunSetting.THREADS))
                .toList();
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        for (RepeatedRuns group : groups) {
            RunSettings settings = group.settings();
            if (!mostOnly || settings.threads() == most) {
                String name = apart.stream()
                        .map(setting -> FitTable.word(setting, settings))
                        .collect(Collectors.joining(", "));
                group.each(Figure.MEMORY)
                        .ifPresent(spread -> lines.computeIfAbsent(name, key -> new ArrayList<>())
                                .add(new Point(over.of(settings), Cell.bytes(Math.round(spread.median())))));
            }
        }
        String title = "Memory per thread by "
                + switch (over) {
                    case DEPTH -> "frames below its sleep";
                    case STACK_SIZE -> "stack size";
                    default -> "number of threads";
                }
                + (mostOnly ? ", for " + Amounts.count(most) + " threads" : "");
        return new Series(
                "memoryByCondition",
                title,
                lines.entrySet().stream()
                        .map(line -> new Line(line.getKey(), line.getValue()))
                        .toList());
    }
}
