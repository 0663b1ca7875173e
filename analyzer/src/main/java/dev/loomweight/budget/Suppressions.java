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

/** What is said of suppressions: each with its reason, and those that have expired or are of no use. */
final class Suppressions {

    private Suppressions() {}

    static Table table(Budget budget, List<LimitResult> judgements, CountedPins pins) {
        return new Table(
                "suppressed",
                "What is suppressed, and why",
                List.of(
                        Column.of("what", "What"),
                        Column.of("state", "State"),
                        Column.of("pins", "Pins"),
                        Column.of("total", "Total"),
                        Column.of("until", "Until"),
                        Column.of("reason", "Reason")),
                budget.suppressions().stream()
                        .map(suppression -> row(suppression, budget, judgements, pins))
                        .toList(),
                List.of());
    }

    private static Row row(Suppression suppression, Budget budget, List<LimitResult> judgements, CountedPins pins) {
        Sum sum = pins.suppressed().getOrDefault(suppression, Sum.NONE);
        boolean ofSites = suppression.budget().isEmpty();
        String state = suppression.isExpired(budget.today())
                ? "expired"
                : isUsed(suppression, judgements, pins) ? "in force" : "matches nothing";
        return Row.of(
                Cell.text(suppression.what()),
                Cell.text(state),
                ofSites ? Cell.count(sum.count()) : Cell.text(""),
                ofSites ? new Cell.Nanos(sum.nanos()) : Cell.text(""),
                Cell.text(suppression.until() == null ? "" : suppression.until().toString()),
                Cell.text(suppression.reason()));
    }

    private static boolean isUsed(Suppression suppression, List<LimitResult> judgements, CountedPins pins) {
        return suppression.budget().isEmpty()
                ? pins.suppressed().containsKey(suppression)
                : judgements.stream()
                        .anyMatch(judgement -> judgement.outcome() == Outcome.SUPPRESSED
                                && judgement.limit().name().equals(suppression.budget()));
    }

    static List<Finding> findings(Budget budget, List<LimitResult> judgements, CountedPins pins) {
        List<Finding> findings = new ArrayList<>();
        for (Suppression suppression : budget.suppressions()) {
            if (suppression.isExpired(budget.today())) {
                findings.add(new Finding(
                        "suppressionExpired",
                        Severity.WARNING,
                        "The suppression of " + suppression.what() + " expired on " + suppression.until()
                                + ": what it left out counts again.",
                        "Its reason was: " + suppression.reason() + ".",
                        "Remove what it is about, or give it another day."));
            } else if (!isUsed(suppression, judgements, pins)) {
                findings.add(new Finding(
                        "suppressionUnused",
                        Severity.WARNING,
                        "The suppression of " + suppression.what() + " matches nothing.",
                        "Its reason was: " + suppression.reason() + ".",
                        "Delete it, or look whether it is spelled right."));
            }
        }
        return findings;
    }
}
