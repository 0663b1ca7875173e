package dev.loomweight.analysis;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tables of {@link PinSites}. */
final class PinTables {

    private static final int MOST_CLASSES = 5;
    private static final Cell UNTOLD = Cell.absent("recorded from JDK 24 on");
    private static final Comparator<PinGroups.Cause> BY_NAME = Comparator.comparing(
                    (PinGroups.Cause cause) -> Objects.requireNonNullElse(cause.operation(), ""))
            .thenComparing(cause -> Objects.requireNonNullElse(cause.reason(), ""));

    private PinTables() {}

    /** One row per site, the longest sum first, and their total. */
    static Table sites(PinSummary all) {
        List<Row> rows = new ArrayList<>();
        Durations total = new Durations();
        DistinctThreads threads = new DistinctThreads();
        all.sites().entrySet().stream()
                .sorted(Map.Entry.<String, PinSummary.Site>comparingByValue(
                                Comparator.comparing(site -> site.durations, Durations.HEAVIEST))
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> {
                    PinSummary.Site site = entry.getValue();
                    total.addAll(site.durations);
                    threads.addAll(site.threads);
                    rows.add(site(Role.PLAIN, entry.getKey(), site.durations, site.threads, reason(site)));
                });
        rows.add(site(Role.TOTAL, "Total", total, threads, Cell.absent("")));
        return new Table(
                "sites",
                "Where they pin",
                List.of(
                        Column.of("site", "Site"),
                        Column.of("pins", "Pins"),
                        new Column("total", "Total", true),
                        Column.of("max", "Max"),
                        Column.of("p50", "p50"),
                        Column.of("p95", "p95"),
                        Column.of("p99", "p99"),
                        Column.of("threads", "Threads"),
                        Column.of("reason", "Reason")),
                rows,
                threads.exact()
                        ? List.of()
                        : List.of("Numbers of threads above 1024 are estimates, with a standard error of 3 %."));
    }

    private static Row site(Role role, String name, Durations durations, DistinctThreads threads, Cell reason) {
        return new Row(
                role,
                List.of(
                        Cell.text(name),
                        Cell.count(durations.count()),
                        new Cell.Nanos(durations.sumNanos()),
                        new Cell.Nanos(durations.maxNanos()),
                        durations.percentile(50),
                        durations.percentile(95),
                        durations.percentile(99),
                        Cell.count(threads.count()),
                        reason));
    }

    // The most frequent one; a site mostly has one.
    private static Cell reason(PinSummary.Site site) {
        PinGroups.Cause cause = site.causes.entrySet().stream()
                .sorted(Map.Entry.<PinGroups.Cause, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey(BY_NAME)))
                .findFirst()
                .orElseThrow()
                .getKey();
        long others = site.causes.size() - 1L;
        String reason = cause.reason();
        return reason == null ? UNTOLD : Cell.text(others == 0 ? reason : reason + ", and " + others + " more");
    }

    /** One row per operation and reason, the longest sum first, with the classes that the reasons name. */
    static Table causes(PinSummary all) {
        List<Row> rows = new ArrayList<>();
        all.causes().entrySet().stream()
                .sorted(Map.Entry.<PinGroups.Cause, PinSummary.ByClass>comparingByValue(
                                Comparator.comparing(cause -> cause.durations, Durations.HEAVIEST))
                        .thenComparing(Map.Entry.comparingByKey(BY_NAME)))
                .forEach(entry -> {
                    Map<String, Durations> classes = entry.getValue().classes;
                    rows.add(cause(
                            Role.PLAIN,
                            textOrUntold(entry.getKey().operation()),
                            textOrUntold(entry.getKey().reason()),
                            Cell.count(classes.size()),
                            entry.getValue().durations));
                    classes.entrySet().stream()
                            .sorted(Map.Entry.<String, Durations>comparingByValue(Durations.HEAVIEST)
                                    .thenComparing(Map.Entry.comparingByKey()))
                            .limit(MOST_CLASSES)
                            .forEach(of -> rows.add(cause(
                                    Role.PART,
                                    Cell.text(of.getKey()),
                                    Cell.absent(""),
                                    Cell.absent(""),
                                    of.getValue())));
                });
        return new Table(
                "reasons",
                "What blocked, and why it could not unmount",
                List.of(
                        Column.of("operation", "Operation"),
                        Column.of("reason", "Reason"),
                        Column.of("classes", "Classes"),
                        Column.of("pins", "Pins"),
                        new Column("total", "Total", true),
                        Column.of("max", "Max")),
                rows,
                List.of());
    }

    private static Row cause(Role role, Cell operation, Cell reason, Cell classes, Durations durations) {
        return new Row(
                role,
                List.of(
                        operation,
                        reason,
                        classes,
                        Cell.count(durations.count()),
                        new Cell.Nanos(durations.sumNanos()),
                        new Cell.Nanos(durations.maxNanos())));
    }

    private static Cell textOrUntold(@Nullable String text) {
        return text == null ? UNTOLD : Cell.text(text);
    }
}
