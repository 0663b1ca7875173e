package dev.loomweight.budget;

import dev.loomweight.budget.LimitResult.Outcome;
import dev.loomweight.fold.Sum;
import dev.loomweight.pinning.PinCensus;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The section of {@link BudgetCheck}: what is broken first, then what it rests on. */
final class BudgetReport {

    private static final int TOP_SITES = 20;

    private BudgetReport() {}

    static Section of(Budget budget, List<LimitResult> judgements, CountedPins pins, boolean baseline) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Note.of("headline", verdict(judgements)));
        blocks.add(limits(judgements, baseline));
        List<PinCensus.Site> sites = over(judgements);
        if (!sites.isEmpty()) {
            blocks.add(sites(sites, pins, baseline));
        }
        if (!budget.suppressions().isEmpty()) {
            blocks.add(Suppressions.table(budget, judgements, pins));
        }
        List<String> left = pins.sentences();
        if (!left.isEmpty()
                && budget.limits().stream().anyMatch(limit -> limit.measure().isOfSites())) {
            blocks.add(new Note("notCounted", left));
        }
        List<Finding> findings = new ArrayList<>();
        judgements.stream()
                .filter(judgement -> !judgement.outcome().passes())
                .forEach(judgement -> findings.add(finding(judgement)));
        sites.forEach(site -> findings.add(finding(site, pins, baseline)));
        findings.addAll(Suppressions.findings(budget, judgements, pins));
        judgements.stream()
                .filter(judgement -> judgement.outcome().passes())
                .forEach(judgement -> findings.add(finding(judgement)));
        return new Section("budgets", "Budgets", blocks, findings);
    }

    private static String verdict(List<LimitResult> judgements) {
        long broken = count(Outcome.BROKEN, judgements);
        long unknown = count(Outcome.NOT_MEASURED, judgements);
        int all = judgements.size();
        if (broken + unknown == 0) {
            return all == 1 ? "The budget is kept." : "All " + all + " budgets are kept.";
        }
        List<String> parts = new ArrayList<>();
        if (broken > 0) {
            parts.add(broken + (broken == 1 ? " is broken" : " are broken"));
        }
        if (unknown > 0) {
            parts.add(unknown + " could not be measured, which is no pass");
        }
        return "Of " + all + (all == 1 ? " budget, " : " budgets, ") + String.join("; ", parts) + ".";
    }

    private static long count(Outcome outcome, List<LimitResult> judgements) {
        return judgements.stream()
                .filter(judgement -> judgement.outcome() == outcome)
                .count();
    }

    private static Table limits(List<LimitResult> judgements, boolean baseline) {
        List<Column> columns = new ArrayList<>(List.of(
                Column.of("budget", "Budget"),
                Column.of("outcome", "Outcome"),
                Column.of("measured", "Measured"),
                Column.of("allowed", "Allowed")));
        if (baseline) {
            columns.add(Column.of("baseline", "Baseline"));
        }
        columns.add(Column.of("by", "Told by"));
        return new Table(
                "limits",
                "",
                columns,
                judgements.stream().map(judgement -> row(judgement, baseline)).toList(),
                List.of());
    }

    private static Row row(LimitResult judgement, boolean baseline) {
        Limit limit = judgement.limit();
        Measured measured = judgement.measured();
        boolean known =
                judgement.outcome() != Outcome.NOT_MEASURED || measured.doubt().isEmpty();
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.text(limit.name()),
                Cell.text(judgement.outcome().word()),
                known ? limit.cell(measured.amount()) : Cell.absent(judgement.why()),
                limit.cell(limit.most())));
        if (baseline) {
            Long was = judgement.baseline();
            cells.add(was == null ? Cell.text("") : limit.cell(was));
        }
        cells.add(Cell.text(measured.by()));
        return new Row(Table.Role.PLAIN, cells);
    }

    /** The sites that limits are broken by, in their order. */
    private static List<PinCensus.Site> over(List<LimitResult> judgements) {
        Set<PinCensus.Site> sites = new LinkedHashSet<>();
        judgements.stream()
                .filter(judgement -> judgement.outcome() == Outcome.BROKEN)
                .forEach(judgement -> sites.addAll(judgement.measured().sites()));
        return List.copyOf(sites);
    }

    private static Table sites(List<PinCensus.Site> sites, CountedPins pins, boolean baseline) {
        List<Column> columns = new ArrayList<>(List.of(
                Column.of("site", "Site"),
                Column.of("cause", "Cause"),
                Column.of("pins", "Pins"),
                new Column("total", "Total", true),
                Column.of("max", "Max")));
        if (baseline) {
            columns.add(Column.of("baselinePins", "In the baseline"));
            columns.add(Column.of("baselineTotal", "Total there"));
        }
        return new Table(
                "sites",
                "What counts, the costliest first",
                columns,
                sites.stream().map(site -> row(site, pins, baseline)).toList(),
                List.of(),
                TOP_SITES);
    }

    private static Row row(PinCensus.Site site, CountedPins pins, boolean baseline) {
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.text(site.name()),
                Cell.text(site.cause()),
                Cell.count(site.sum().count()),
                new Cell.Nanos(site.sum().nanos()),
                new Cell.Nanos(site.sum().maxNanos())));
        if (baseline) {
            Sum was = pins.known().getOrDefault(site.identity(), Sum.NONE);
            cells.add(Cell.count(was.count()));
            cells.add(new Cell.Nanos(was.nanos()));
        }
        return new Row(Table.Role.PLAIN, cells);
    }

    /** One for each limit, those that are kept too: a build server shows them as tests. */
    private static Finding finding(LimitResult judgement) {
        Limit limit = judgement.limit();
        Measured measured = judgement.measured();
        String amounts = limit.words(measured.amount()) + " measured, " + limit.words(limit.most()) + " allowed";
        String what = limit.measure().words() + (limit.of().isEmpty() ? "" : " (" + limit.of() + ")");
        String summary = switch (judgement.outcome()) {
            case KEPT, BROKEN -> limit.name() + ": " + amounts + ".";
            case AS_BASELINE, SUPPRESSED -> limit.name() + ": " + amounts + "; " + judgement.why() + ".";
            case NOT_MEASURED -> limit.name() + " could not be measured: " + judgement.why() + ".";
        };
        PinCensus.Site worst =
                judgement.outcome() == Outcome.BROKEN && !measured.sites().isEmpty()
                        ? measured.sites().getFirst()
                        : null;
        return new Finding(
                Keys.camel("budget " + limit.name()),
                judgement.outcome().passes() ? Severity.INFO : Severity.PROBLEM,
                summary,
                Character.toUpperCase(what.charAt(0)) + what.substring(1) + "."
                        + (worst == null ? "" : " Most of it: " + worst.summary()),
                worst == null ? "" : worst.solution());
    }

    private static Finding finding(PinCensus.Site site, CountedPins pins, boolean baseline) {
        Sum was = pins.known().get(site.identity());
        String before = !baseline
                ? ""
                : was == null ? "; new since the baseline" : "; the baseline has " + CountedPins.pins(was);
        return new Finding(
                "pinOverBudget",
                Severity.WARNING,
                site.summary(),
                CountedPins.pins(site.sum()) + " in all, the longest "
                        + Amounts.time(site.sum().maxNanos()) + before + ".",
                site.solution(),
                site.place());
    }
}
