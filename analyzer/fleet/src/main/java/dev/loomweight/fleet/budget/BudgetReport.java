package dev.loomweight.fleet.budget;

import dev.loomweight.fleet.budget.LimitResult.Outcome;
import dev.loomweight.fold.Sum;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The section of {@link BudgetCheck}, with all its sentences: first the limits that are not met, then the details. */
public final class BudgetReport {

    private static final int TOP_SITES = 20;

    private BudgetReport() {}

    /** @param runs what is said of the runs that are compared */
    static Section of(Budget budget, List<LimitResult> results, CountedPins pins, boolean baseline, List<String> runs) {
        List<Block> blocks = new ArrayList<>();
        List<String> headline = new ArrayList<>(runs);
        headline.addFirst(
                verdict(results.size(), count(Outcome.EXCEEDED, results), count(Outcome.NOT_MEASURED, results)));
        blocks.add(new Note(Note.HEADLINE, headline));
        blocks.add(limits(results, baseline));
        List<PinCensus.Site> sites = over(results);
        if (!sites.isEmpty()) {
            blocks.add(sites(sites, pins, baseline));
        }
        if (!budget.suppressions().isEmpty()) {
            blocks.add(Suppressions.table(budget, results, pins));
        }
        List<String> left = pins.sentences();
        if (!left.isEmpty()
                && budget.limits().stream().anyMatch(limit -> limit.figure().bySite())) {
            blocks.add(new Note("notCounted", left));
        }
        List<Finding> findings = new ArrayList<>();
        results.stream().filter(result -> !result.outcome().passes()).forEach(result -> findings.add(finding(result)));
        sites.forEach(site -> findings.add(finding(site, pins, baseline)));
        if (budget.limits().stream().anyMatch(limit -> limit.figure().bySite())) {
            pins.classFiles().ifPresent(findings::add);
        }
        findings.addAll(Suppressions.findings(budget, results, pins));
        results.stream().filter(result -> result.outcome().passes()).forEach(result -> findings.add(finding(result)));
        return new Section("budgets", "Budgets", blocks, findings);
    }

    /** How many budgets are not met, in a sentence. */
    public static String verdict(int all, long exceeded, long unmeasured) {
        if (all == 0) {
            return "No budget was given.";
        }
        if (exceeded + unmeasured == 0) {
            return all == 1 ? "The budget is met." : "All " + Amounts.count(all) + " budgets are met.";
        }
        List<String> parts = new ArrayList<>();
        if (exceeded > 0) {
            parts.add(Amounts.count(exceeded, "is exceeded", "are exceeded"));
        }
        if (unmeasured > 0) {
            parts.add(Amounts.count(unmeasured) + " could not be measured (counts as a failure)");
        }
        return "Of " + Amounts.count(all, "budget") + ", " + String.join("; ", parts) + ".";
    }

    private static long count(Outcome outcome, List<LimitResult> results) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    private static Table limits(List<LimitResult> results, boolean baseline) {
        return Rows.of(LimitResult.class)
                .text("budget", "Budget", result -> result.limit().name())
                .text("outcome", "Outcome", result -> result.outcome().word())
                .column(
                        "measured",
                        "Measured",
                        result -> result.isKnown()
                                ? result.limit().unit().cell(result.measured().amount())
                                : Cell.absent(result.why()))
                .column(
                        "allowed",
                        "Allowed",
                        result -> result.limit().unit().cell(result.limit().max()))
                .when(
                        baseline,
                        rows -> rows.column("baseline", "Baseline", result -> {
                            Long was = result.baseline();
                            return was == null
                                    ? Rows.NONE
                                    : result.limit().unit().cell(was);
                        }))
                .text("by", "Source", result -> result.measured().source())
                .table("limits", "", results);
    }

    /** The sites of the exceeded limits, the costliest first, whichever limit they exceed. */
    private static List<PinCensus.Site> over(List<LimitResult> results) {
        return results.stream()
                .filter(result -> result.outcome() == Outcome.EXCEEDED)
                .flatMap(result -> result.parts().stream())
                .filter(PinCensus.Site.class::isInstance)
                .map(PinCensus.Site.class::cast)
                .distinct()
                .sorted(CountedPins.HEAVIEST)
                .toList();
    }

    private static Table sites(List<PinCensus.Site> sites, CountedPins pins, boolean baseline) {
        return Rows.of(PinCensus.Site.class)
                .text("site", "Site", PinCensus.Site::name)
                .text("blocker", "Blocked in", site -> site.key().blocker())
                .text("cause", "Cause", PinCensus.Site::cause)
                .count("pins", "Pins", site -> site.sum().count())
                .nanos("total", "Total", site -> site.sum().nanos())
                .bar()
                .nanos("max", "Max", site -> site.sum().maxNanos())
                .when(
                        baseline,
                        rows -> rows.count(
                                        "baselinePins",
                                        "Pins in the baseline",
                                        site -> was(site, pins).count())
                                .nanos(
                                        "baselineTotal",
                                        "Total in the baseline",
                                        site -> was(site, pins).nanos()))
                .top(TOP_SITES)
                .table("sites", "Sites that count, by total time", sites);
    }

    private static Sum was(PinCensus.Site site, CountedPins pins) {
        return Objects.requireNonNullElse(pins.known(site), Sum.NONE);
    }

    /** One per limit, also for those that are met: a build server shows them as tests. */
    private static Finding finding(LimitResult result) {
        Limit limit = result.limit();
        Measured measured = result.measured();
        String amounts = limit.unit().words(measured.amount()) + " measured, "
                + limit.unit().words(limit.max()) + " allowed";
        String what = limit.figure().label() + (limit.of().isEmpty() ? "" : " (" + limit.of() + ")");
        String summary = switch (result.outcome()) {
            case MET, EXCEEDED -> limit.name() + ": " + amounts + ".";
            case AS_BASELINE, SUPPRESSED -> limit.name() + ": " + amounts + "; " + result.why() + ".";
            case NOT_MEASURED -> limit.name() + " could not be measured: " + result.why() + ".";
        };
        Measured.Part worst =
                result.outcome() == Outcome.EXCEEDED && !result.parts().isEmpty()
                        ? result.parts().getFirst()
                        : null;
        return new Finding(
                Keys.camel("budget " + limit.name()),
                result.outcome().passes() ? Severity.INFO : Severity.PROBLEM,
                summary,
                Character.toUpperCase(what.charAt(0)) + what.substring(1) + "."
                        + (worst == null ? "" : " The largest: " + worst.summary()),
                // Said once, by the finding of the site.
                "");
    }

    private static Finding finding(PinCensus.Site site, CountedPins pins, boolean baseline) {
        Sum was = pins.known(site);
        String isNew = pins.isUndecided(site)
                ? "; the holder is unknown, and its stack has a method that may be one and is not in the baseline"
                : "; new since the baseline";
        String before = !baseline ? "" : was == null ? isNew : "; the baseline has " + CountedPins.pins(was);
        return new Finding(
                "pinOverBudget",
                Severity.WARNING,
                site.summary(),
                CountedPins.pins(site.sum()) + " in total, the longest "
                        + Amounts.time(site.sum().maxNanos()) + before + ".",
                site.words().solution(),
                site.words().place());
    }
}
