package dev.loomweight.budget;

import dev.loomweight.budget.LimitResult.Outcome;
import dev.loomweight.fold.Sum;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.List;

/** The table of suppressions with their reasons, and the findings on expired and unused ones. */
final class Suppressions {

    private Suppressions() {}

    static Table table(Budget budget, List<LimitResult> results, CountedPins pins) {
        return new Table(
                "suppressed",
                "Suppressions",
                List.of(
                        Column.of("what", "Suppressed"),
                        Column.of("state", "State"),
                        Column.of("pins", "Pins"),
                        Column.of("total", "Total"),
                        Column.of("until", "Until"),
                        Column.of("reason", "Reason")),
                budget.suppressions().stream()
                        .map(suppression -> row(suppression, budget, results, pins))
                        .toList(),
                List.of());
    }

    private static Row row(Suppression suppression, Budget budget, List<LimitResult> results, CountedPins pins) {
        Sum sum = pins.suppressed().getOrDefault(suppression, Sum.NONE);
        boolean ofSites = suppression.budget().isEmpty();
        String state = suppression.isExpired(budget.today())
                ? "expired"
                : isUsed(suppression, results, pins) ? "in force" : "unused";
        return Row.of(
                Cell.text(suppression.subject()),
                Cell.text(state),
                ofSites ? Cell.count(sum.count()) : Cell.text(""),
                ofSites ? new Cell.Nanos(sum.nanos()) : Cell.text(""),
                Cell.text(suppression.until() == null ? "" : suppression.until().toString()),
                Cell.text(suppression.reason()));
    }

    private static boolean isUsed(Suppression suppression, List<LimitResult> results, CountedPins pins) {
        return suppression.budget().isEmpty()
                ? pins.suppressed().containsKey(suppression)
                : results.stream()
                        .anyMatch(result -> result.outcome() == Outcome.SUPPRESSED
                                && result.limit().name().equals(suppression.budget()));
    }

    static List<Finding> findings(Budget budget, List<LimitResult> results, CountedPins pins) {
        List<Finding> findings = new ArrayList<>();
        for (Suppression suppression : budget.suppressions()) {
            if (suppression.isExpired(budget.today())) {
                findings.add(new Finding(
                        "suppressionExpired",
                        Severity.WARNING,
                        "The suppression of " + suppression.subject() + " expired on " + suppression.until()
                                + "; it has no effect any more.",
                        "Reason: " + suppression.reason() + ".",
                        "Fix what it suppressed, or set a later day."));
            } else if (!isUsed(suppression, results, pins)) {
                findings.add(new Finding(
                        "suppressionUnused",
                        Severity.WARNING,
                        "The suppression of " + suppression.subject() + " matches nothing.",
                        "Reason: " + suppression.reason() + ".",
                        "Delete it, or check its spelling."));
            }
        }
        return findings;
    }
}
