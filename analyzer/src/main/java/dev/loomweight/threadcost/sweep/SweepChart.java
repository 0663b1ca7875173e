package dev.loomweight.threadcost.sweep;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import dev.loomweight.report.Series.Line;
import dev.loomweight.report.Series.Point;
import dev.loomweight.threadcost.weight.RunFigures.Figure;
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

    static Optional<Series> of(List<Group> groups) {
        List<Group> measured = groups.stream()
                .filter(group -> group.each(Figure.MEMORY).isPresent())
                .toList();
        List<Conditions> all = measured.stream().map(Group::conditions).toList();
        Optional<Factor> over = Stream.of(Factor.DEPTH, Factor.THREADS, Factor.STACK_SIZE)
                .filter(factor -> factor.differs(all))
                .max(Comparator.comparingLong(
                        factor -> all.stream().map(factor::of).distinct().count()));
        return over.map(factor -> chart(measured, all, factor));
    }

    private static Series chart(List<Group> groups, List<Conditions> all, Factor over) {
        // Lines for fewer threads would say the same again: what a thread costs hardly depends on their number.
        boolean mostOnly = over != Factor.THREADS && Factor.THREADS.differs(all);
        long most = all.stream().mapToLong(Conditions::threads).max().orElse(0);
        List<Factor> apart = Factor.shown(all).stream()
                .filter(factor -> factor != over && !(mostOnly && factor == Factor.THREADS))
                .toList();
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        for (Group group : groups) {
            Conditions conditions = group.conditions();
            if (!mostOnly || conditions.threads() == most) {
                String name = apart.stream()
                        .map(factor -> FitTable.word(factor, conditions))
                        .collect(Collectors.joining(", "));
                group.each(Figure.MEMORY)
                        .ifPresent(spread -> lines.computeIfAbsent(name, key -> new ArrayList<>())
                                .add(new Point(over.of(conditions), Cell.bytes(Math.round(spread.median())))));
            }
        }
        String title = "Memory of one thread by "
                + switch (over) {
                    case DEPTH -> "frames below its sleep";
                    case STACK_SIZE -> "stack size";
                    default -> "number of threads";
                }
                + (mostOnly ? ", of " + Amounts.count(most) : "");
        return new Series(
                "memoryByCondition",
                title,
                lines.entrySet().stream()
                        .map(line -> new Line(line.getKey(), line.getValue()))
                        .toList());
    }
}
