package dev.loomweight.fleet;

import dev.loomweight.fleet.budget.BudgetReport;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Budgets of the services of a fleet. Where too few of the recordings of a service could tell, a budget could not be
 * measured, which is no pass.
 *
 * @param limits the budgets
 * @param minKnownShare the share of the recordings of a service that must have what a figure needs, from 0 to 1
 */
public record FleetCheck(List<FleetLimit> limits, double minKnownShare) {

    /** No budgets. */
    public static final FleetCheck NONE = new FleetCheck(List.of(), 0);

    public FleetCheck {
        limits = List.copyOf(limits);
    }

    private static final String NO_RECORDING = "there is no recording of it: correct its name, or what is read";

    /** How a budget ended. */
    private enum Outcome {
        KEPT("kept"),
        EXCEEDED("exceeded"),
        NOT_MEASURED("not measured");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }
    }

    private record Result(String service, FleetLimit limit, Outcome outcome, Measured measured) {}

    /** Whether every budget was measured and kept. */
    public boolean passes(FleetSums all, List<String> by) {
        FleetView view = new FleetView(all, by);
        return limits.isEmpty()
                || results(view, new FleetOutliers(view)).stream().allMatch(result -> result.outcome() == Outcome.KEPT);
    }

    private List<Result> results(FleetView view, FleetOutliers outliers) {
        FleetVersions versions = new FleetVersions(view);
        List<Result> results = new ArrayList<>();
        view.services().forEach((service, sums) -> {
            ServiceReading reading = new ServiceReading(service, sums, view, versions, outliers, minKnownShare);
            of(service).forEach(limit -> {
                Measured measured = limit.figure().taken().apply(reading, "");
                // What is over stays over, whatever is missing.
                Outcome outcome = measured.amount() > limit.max()
                        ? Outcome.EXCEEDED
                        : measured.missing().isEmpty() ? Outcome.KEPT : Outcome.NOT_MEASURED;
                results.add(new Result(service, limit, outcome, measured));
            });
        });
        // A budget of a service that is not there would never be exceeded.
        limits.stream()
                .filter(limit -> !limit.service().equals(FleetLimit.ALL)
                        && !view.services().containsKey(limit.service()))
                .forEach(limit -> results.add(
                        new Result(limit.service(), limit, Outcome.NOT_MEASURED, Measured.unknown(NO_RECORDING))));
        return results;
    }

    /** The budgets of a service: its own, and of the other figures those for all; in the order of the figures. */
    private List<FleetLimit> of(String service) {
        Map<Figure<?>, FleetLimit> all = new HashMap<>();
        for (String name : List.of(FleetLimit.ALL, service)) {
            limits.stream()
                    .filter(limit -> limit.service().equals(name))
                    .forEach(limit -> all.put(limit.figure(), limit));
        }
        return FleetFigures.ALL.all().stream()
                .flatMap(figure -> Stream.ofNullable(all.get(figure)))
                .toList();
    }

    /** What was judged. */
    Section section(FleetView view, FleetOutliers outliers) {
        List<Result> results = results(view, outliers);
        List<Block> blocks = new ArrayList<>();
        blocks.add(Note.of(
                Note.HEADLINE,
                BudgetReport.verdict(
                        results.size(), count(Outcome.EXCEEDED, results), count(Outcome.NOT_MEASURED, results))));
        blocks.add(Rows.of(Result.class)
                .text("service", view.serviceTitle(), Result::service)
                .text("budget", "Budget", result -> result.limit().figure().id())
                .text("outcome", "Outcome", result -> result.outcome().words)
                .column(
                        "measured",
                        "Measured",
                        result -> result.outcome() == Outcome.NOT_MEASURED
                                ? Cell.absent(result.measured().missing())
                                : result.limit()
                                        .figure()
                                        .unit()
                                        .cell(result.measured().amount()))
                .column(
                        "allowed",
                        "Allowed",
                        result -> result.limit()
                                .figure()
                                .unit()
                                .cell(result.limit().max()))
                .text("note", "Note", result -> note(result))
                .table("limits", "", results));
        List<Finding> findings = new ArrayList<>();
        results.stream()
                .filter(result -> result.outcome() != Outcome.KEPT)
                .forEach(result -> findings.add(finding(result)));
        return new Section("budgets", "Budgets", blocks, findings);
    }

    private static long count(Outcome outcome, List<Result> results) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    /** Of an amount that is over a part of what was to be measured is enough. */
    private static String note(Result result) {
        String missing = result.measured().missing();
        return result.outcome() == Outcome.EXCEEDED && !missing.isEmpty()
                ? missing
                : result.measured().source();
    }

    private static Finding finding(Result result) {
        String budget = result.service() + ", " + result.limit().figure().label();
        return result.outcome() == Outcome.EXCEEDED
                ? new Finding(
                        "budgetExceeded",
                        Severity.PROBLEM,
                        budget + ": "
                                + result.limit()
                                        .figure()
                                        .unit()
                                        .words(result.measured().amount()) + ", allowed are "
                                + result.limit()
                                        .figure()
                                        .unit()
                                        .words(result.limit().max()) + "."
                                + (result.measured().missing().isEmpty()
                                        ? ""
                                        : " It may be more: " + note(result) + "."),
                        "",
                        "")
                : new Finding(
                        "budgetNotMeasured",
                        Severity.PROBLEM,
                        budget + ": could not be measured, since "
                                + result.measured().missing() + ".",
                        "",
                        "");
    }
}
