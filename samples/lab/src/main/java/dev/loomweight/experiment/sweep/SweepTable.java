package dev.loomweight.experiment.sweep;

import dev.loomweight.experiment.weight.RunFigures.Figure;
import dev.loomweight.fold.Spread;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One row for each combination of settings: the cost of one thread by each measure, and how far repeated runs differ. */
final class SweepTable {

    private SweepTable() {}

    static Table of(List<RepeatedRuns> groups) {
        List<RunSettings> settings = groups.stream().map(RepeatedRuns::settings).toList();
        List<RunSetting> varied = RunSetting.shown(settings);
        boolean repeated = groups.stream().anyMatch(group -> group.runs().size() > 1);
        return RunSetting.columns(varied, Rows.of(RepeatedRuns.class), RepeatedRuns::settings)
                .when(
                        repeated,
                        rows -> rows.count(
                                "runs", "runs", group -> group.measured().size()))
                .column("reservedEach", "reserved", group -> cell(group, Figure.STACK_RESERVED))
                .column("committedEach", "NMT committed", group -> cell(group, Figure.STACK_COMMITTED))
                .column("residentEach", "resident", group -> cell(group, Figure.RESIDENT))
                .column("heapEach", "live heap", group -> cell(group, Figure.LIVE_HEAP))
                .column("memoryEach", "memory", group -> cell(group, Figure.MEMORY))
                .table("cost", "Cost per thread", groups, footnotes(settings, varied, repeated));
    }

    private static Cell cell(RepeatedRuns group, Figure figure) {
        return group.each(figure)
                .map(spread -> Cell.bytes(Math.round(spread.median())))
                .orElseGet(() -> Cell.absent(group.failure().orElse("missing in a snapshot")));
    }

    /** The spread of runs with equal settings; empty if nothing was repeated. */
    static Optional<Table> spread(List<RepeatedRuns> groups) {
        List<RunSetting> varied =
                RunSetting.shown(groups.stream().map(RepeatedRuns::settings).toList());
        record Repeated(RunSettings settings, Spread spread) {}
        List<Repeated> repeated = new ArrayList<>();
        for (RepeatedRuns group : groups) {
            group.each(Figure.MEMORY)
                    .filter(spread -> spread.count() > 1)
                    .ifPresent(spread -> repeated.add(new Repeated(group.settings(), spread)));
        }
        return RunSetting.columns(varied, Rows.of(Repeated.class), Repeated::settings)
                .count("runs", "runs", of -> of.spread.count())
                .bytes("median", "median", of -> Math.round(of.spread.median()))
                .bytes("deviation", "deviation", of -> Math.round(of.spread.deviation()))
                .bytes("min", "min", of -> Math.round(of.spread.min()))
                .bytes("max", "max", of -> Math.round(of.spread.max()))
                .some(
                        "spread",
                        "Spread of the memory per thread",
                        repeated,
                        List.of("The deviation is the median absolute deviation, not scaled."));
    }

    private static List<String> footnotes(List<RunSettings> settings, List<RunSetting> varied, boolean repeated) {
        List<String> notes = new ArrayList<>();
        notes.add("Reserved and committed are for the stack; committed includes 16 KB of guard pages. Resident is the"
                + " growth of the process. Memory is the real cost: resident memory outside the heap plus live"
                + " objects in it."
                + (repeated ? " Repeated runs are shown by their median." : ""));
        if (RunSetting.DEPTH.differs(settings) && !varied.contains(RunSetting.INLINING)) {
            notes.add(
                    settings.getFirst().inlining()
                            ? "The JIT could inline the frames into each other, which makes them smaller."
                            : "The JIT did not inline the frames into each other; with --inlining they are smaller.");
        }
        notes.add(constants(settings, varied));
        return notes;
    }

    /** The settings that all runs share. */
    private static String constants(List<RunSettings> settings, List<RunSetting> varied) {
        RunSettings first = settings.getFirst();
        List<String> same = new ArrayList<>();
        if (!varied.contains(RunSetting.JDK)) {
            same.add("JDK " + first.jdk());
        }
        if (!varied.contains(RunSetting.THREADS)) {
            same.add(Amounts.count(first.threads()) + " threads");
        }
        if (!varied.contains(RunSetting.DEPTH)) {
            same.add(Amounts.count(first.depth()) + " frames below each sleep");
        }
        if (!varied.contains(RunSetting.STACK_SIZE) && first.stackSizeBytes() > 0) {
            same.add("stack size " + Amounts.bytes(first.stackSizeBytes()));
        }
        if (!varied.contains(RunSetting.COLLECTOR) && !first.collector().equals(RunSettings.DEFAULT)) {
            same.add("collector " + first.collector());
        }
        return same.stream().collect(Collectors.joining(", ", "All runs: ", "."));
    }
}
