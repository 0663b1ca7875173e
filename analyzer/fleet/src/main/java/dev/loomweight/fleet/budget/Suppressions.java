package dev.loomweight.fleet.budget;

import dev.loomweight.fleet.budget.LimitResult.Outcome;
import dev.loomweight.fold.Sum;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The table of suppressions with their reasons, and the findings on expired and unused ones. */
final class Suppressions {

    private Suppressions() {}

    static Table table(Budget budget, List<LimitResult> results, CountedPins pins) {
        return Rows.of(Suppression.class)
                .text("what", "Suppressed", Suppression::subject)
                .text(
                        "state",
                        "State",
                        suppression -> suppression.isExpired(budget.today())
                                ? "expired"
                                : isUsed(suppression, results, pins) ? "in force" : "unused")
                .count("pins", "Pins", suppression -> sum(suppression, pins).count())
                .where(Suppressions::isOfSites)
                .nanos("total", "Total", suppression -> sum(suppression, pins).nanos())
                .where(Suppressions::isOfSites)
                .text("until", "Until", suppression -> Objects.toString(suppression.until(), ""))
                .text("reason", "Reason", Suppression::reason)
                .table("suppressed", "Suppressions", budget.suppressions());
    }

    private static boolean isOfSites(Suppression suppression) {
        return suppression.budget().isEmpty();
    }

    private static Sum sum(Suppression suppression, CountedPins pins) {
        return pins.suppressed().getOrDefault(suppression, Sum.NONE);
    }

    private static boolean isUsed(Suppression suppression, List<LimitResult> results, CountedPins pins) {
        return isOfSites(suppression)
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
