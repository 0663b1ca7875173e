package dev.loomweight.threadcost.sweep;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.threadcost.weight.RunFigures.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One line for each combination of what was varied: what one thread cost, by each measure. */
final class CostTable {

    private static final List<Figure> FIGURES =
            List.of(Figure.STACK_RESERVED, Figure.STACK_COMMITTED, Figure.RESIDENT, Figure.LIVE_HEAP, Figure.MEMORY);

    private CostTable() {}

    static Table of(List<Group> groups) {
        List<Conditions> conditions = groups.stream().map(Group::conditions).toList();
        List<Factor> factors = Factor.shown(conditions);
        boolean repeated = groups.stream().anyMatch(group -> group.runs().size() > 1);
        List<Column> columns = new ArrayList<>();
        factors.forEach(factor -> columns.add(Column.of(factor.id(), factor.title())));
        if (repeated) {
            columns.add(Column.of("runs", "runs"));
        }
        columns.add(Column.of("reservedEach", "reserved"));
        columns.add(Column.of("committedEach", "NMT committed"));
        columns.add(Column.of("residentEach", "resident"));
        columns.add(Column.of("heapEach", "live heap"));
        columns.add(Column.of("memoryEach", "memory"));
        List<Row> rows =
                groups.stream().map(group -> row(group, factors, repeated)).toList();
        return new Table("cost", "Cost per thread", columns, rows, footnotes(conditions, factors, repeated));
    }

    private static Row row(Group group, List<Factor> factors, boolean repeated) {
        List<Cell> cells = new ArrayList<>();
        factors.forEach(factor -> cells.add(factor.of(group.conditions())));
        if (repeated) {
            cells.add(Cell.count(group.measured().size()));
        }
        for (Figure figure : FIGURES) {
            cells.add(group.each(figure)
                    .map(spread -> Cell.bytes(Math.round(spread.median())))
                    .orElseGet(() -> Cell.absent(group.failure().orElse("a snapshot lacks a part"))));
        }
        return new Row(Role.PLAIN, cells);
    }

    private static List<String> footnotes(List<Conditions> conditions, List<Factor> factors, boolean repeated) {
        List<String> notes = new ArrayList<>();
        notes.add("Reserved and committed are of its stack, the latter with 16 KB of guard pages; resident is what the"
                + " process grew by; memory is what a thread really takes: resident outside the heap, and live in it."
                + (repeated ? " Of repeated runs, the median." : ""));
        if (Factor.DEPTH.differs(conditions) && !factors.contains(Factor.INLINING)) {
            notes.add(
                    conditions.getFirst().inlining()
                            ? "The JIT may have inlined frames into each other, which makes them smaller."
                            : "The JIT was kept from inlining the frames into each other; with --inlining they are"
                                    + " smaller.");
        }
        notes.add(constants(conditions, factors));
        return notes;
    }

    /** What all runs had in common. */
    private static String constants(List<Conditions> conditions, List<Factor> factors) {
        Conditions first = conditions.getFirst();
        List<String> same = new ArrayList<>();
        if (!factors.contains(Factor.JDK)) {
            same.add("JDK " + first.jdk());
        }
        if (!factors.contains(Factor.THREADS)) {
            same.add(Amounts.count(first.threads()) + " threads");
        }
        if (!factors.contains(Factor.DEPTH)) {
            same.add(Amounts.count(first.depth()) + " frames below each sleep");
        }
        if (!factors.contains(Factor.STACK_SIZE) && first.stackSizeBytes() > 0) {
            same.add("stacks of " + Amounts.bytes(first.stackSizeBytes()));
        }
        if (!factors.contains(Factor.COLLECTOR) && !first.collector().equals(Conditions.DEFAULT)) {
            same.add("the collector " + first.collector());
        }
        return same.stream().collect(Collectors.joining(", ", "All runs: ", "."));
    }
}
