package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.memory.Account;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Budgets of the services of a fleet. Where too few of the recordings of a service could tell, a budget could not be
 * measured, which is no pass.
 *
 * @param limits the budgets
 * @param minTold the share of the recordings of a service that must be able to tell, from 0 to 1
 */
public record FleetCheck(List<FleetLimit> limits, double minTold) {

    /** No budgets. */
    public static final FleetCheck NONE = new FleetCheck(List.of(), 0);

    private static final double PER_THOUSAND = 1000;

    public FleetCheck {
        limits = List.copyOf(limits);
    }

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

    private record Result(String service, FleetLimit limit, Outcome outcome, long amount, String why) {}

    /** Whether every budget was measured and kept. */
    public boolean passes(FleetSums all, List<String> by) {
        FleetView view = new FleetView(all, by);
        return limits.isEmpty()
                || results(view, new FleetOutliers(view)).stream().allMatch(result -> result.outcome() == Outcome.KEPT);
    }

    private List<Result> results(FleetView view, FleetOutliers outliers) {
        List<FleetVersions.Life> lives =
                limits.stream().anyMatch(limit -> limit.measure() == FleetMeasure.NEW_SITES) && view.hasVersions()
                        ? new FleetVersions(view).lives()
                        : List.of();
        List<Result> results = new ArrayList<>();
        view.services()
                .forEach((service, sums) -> of(service).forEach((measure, limit) -> {
                    String why = missing(view, outliers, service, sums, measure);
                    long amount = why.isEmpty() ? amount(view, outliers, lives, service, sums, measure) : 0;
                    Outcome outcome = !why.isEmpty()
                            ? Outcome.NOT_MEASURED
                            : amount > limit.max() ? Outcome.EXCEEDED : Outcome.KEPT;
                    results.add(new Result(service, limit, outcome, amount, why));
                }));
        // A budget of a service that is not there would never be exceeded.
        limits.stream()
                .filter(limit -> !limit.service().equals(FleetLimit.ALL)
                        && !view.services().containsKey(limit.service()))
                .forEach(limit -> results.add(
                        new Result(limit.service(), limit, Outcome.NOT_MEASURED, 0, "there is no recording of it")));
        return results;
    }

    /** The budgets of a service: its own, and of the other measures those for all. */
    private Map<FleetMeasure, FleetLimit> of(String service) {
        Map<FleetMeasure, FleetLimit> all = new EnumMap<>(FleetMeasure.class);
        limits.stream()
                .filter(limit -> limit.service().equals(FleetLimit.ALL))
                .forEach(limit -> all.put(limit.measure(), limit));
        limits.stream()
                .filter(limit -> limit.service().equals(service))
                .forEach(limit -> all.put(limit.measure(), limit));
        return all;
    }

    private String missing(
            FleetView view, FleetOutliers outliers, String service, GroupSums sums, FleetMeasure measure) {
        long told = measure.told(sums);
        long all = sums.get(Counter.RECORDINGS);
        if (told == 0 || told < minTold * all) {
            return Amounts.count(told) + " of " + FleetSites.recordings(all) + " have " + measure.needs()
                    + ", and the budget wants " + Amounts.percent(minTold);
        }
        if (measure == FleetMeasure.NEW_SITES
                && (!view.hasVersions() || view.versions(service).size() < 2)) {
            return "its recordings are not of several versions";
        }
        if (measure == FleetMeasure.OUTLIERS && outliers.judged(service) == 0) {
            return "no " + view.unitWord() + " has " + (FleetOutliers.LEAST_SIBLINGS - 1) + " siblings";
        }
        return "";
    }

    private static long amount(
            FleetView view,
            FleetOutliers outliers,
            List<FleetVersions.Life> lives,
            String service,
            GroupSums sums,
            FleetMeasure measure) {
        long recorded = sums.get(Counter.RECORDED_NANOS);
        return switch (measure) {
            case PINS_PER_HOUR -> FleetView.perHour(sums.pins().count(), recorded);
            case PINNED_TIME_PER_HOUR -> FleetView.pinnedPerHour(sums);
            case LONGEST_PIN -> sums.pins().maxNanos();
            case STARVED_TIME_PER_HOUR -> FleetView.perHour(sums.get(Counter.STARVED_NANOS), recorded);
            case FAILED_SUBMITS -> sums.get(Counter.FAILED_SUBMITS);
            case RSS -> {
                Distribution resident = sums.memory().get(Account.RESIDENT);
                yield resident == null ? 0 : resident.max();
            }
            case LIMIT_SHARE -> sums.ofLimit().max();
            case NEW_SITES -> {
                SortedMap<String, GroupSums> versions = view.versions(service);
                yield lives.stream()
                        .filter(life -> life.service().equals(service)
                                && life.first().equals(versions.lastKey())
                                && (life.came() || life.cameUnsure()))
                        .count();
            }
            case OUTLIERS -> outliers.count(service);
        };
    }

    /** What was judged. */
    Section section(FleetView view, FleetOutliers outliers) {
        List<Result> results = results(view, outliers);
        List<Block> blocks = new ArrayList<>();
        blocks.add(Note.of("headline", verdict(results)));
        List<Row> rows = new ArrayList<>();
        for (Result result : results) {
            rows.add(Row.of(
                    Cell.text(result.service()),
                    Cell.text(result.limit().measure().id()),
                    Cell.text(result.outcome().words),
                    result.outcome() == Outcome.NOT_MEASURED
                            ? Cell.absent(result.why())
                            : cell(result.limit(), result.amount()),
                    cell(result.limit(), result.limit().max())));
        }
        blocks.add(new Table(
                "limits",
                "",
                List.of(
                        Column.of("service", FleetSites.capital(view.serviceWord())),
                        Column.of("budget", "Budget"),
                        Column.of("outcome", "Outcome"),
                        Column.of("measured", "Measured"),
                        Column.of("allowed", "Allowed")),
                rows,
                List.of()));
        List<Finding> findings = new ArrayList<>();
        results.stream()
                .filter(result -> result.outcome() != Outcome.KEPT)
                .forEach(result -> findings.add(finding(result)));
        return new Section("budgets", "Budgets", blocks, findings);
    }

    private static String verdict(List<Result> results) {
        Map<Outcome, Long> counts = new TreeMap<>();
        results.forEach(result -> counts.merge(result.outcome(), 1L, Long::sum));
        long exceeded = count(counts.get(Outcome.EXCEEDED));
        long unmeasured = count(counts.get(Outcome.NOT_MEASURED));
        if (exceeded + unmeasured == 0) {
            return "All " + Amounts.count(results.size()) + " budgets are met.";
        }
        List<String> parts = new ArrayList<>();
        if (exceeded > 0) {
            parts.add(Amounts.count(exceeded) + (exceeded == 1 ? " is exceeded" : " are exceeded"));
        }
        if (unmeasured > 0) {
            parts.add(Amounts.count(unmeasured) + " could not be measured (counts as a failure)");
        }
        return "Of " + Amounts.count(results.size()) + (results.size() == 1 ? " budget, " : " budgets, ")
                + String.join("; ", parts) + ".";
    }

    private static long count(@Nullable Long found) {
        return found == null ? 0 : found;
    }

    private static Finding finding(Result result) {
        String budget = result.service() + ", " + result.limit().measure().words();
        return result.outcome() == Outcome.EXCEEDED
                ? new Finding(
                        "budgetExceeded",
                        Severity.PROBLEM,
                        budget + ": " + words(result.limit(), result.amount()) + ", allowed are "
                                + words(result.limit(), result.limit().max()) + ".",
                        "",
                        "")
                : new Finding(
                        "budgetNotMeasured",
                        Severity.PROBLEM,
                        budget + ": could not be measured, since " + result.why() + ".",
                        "",
                        "Record it, or lower the share of recordings that must have it with --min-told.");
    }

    private static Cell cell(FleetLimit limit, long amount) {
        return switch (limit.measure().unit()) {
            case COUNT -> Cell.count(amount);
            case TIME -> new Cell.Nanos(amount);
            case SIZE -> Cell.bytes(amount);
            case SHARE -> new Cell.Ratio(amount / PER_THOUSAND);
        };
    }

    private static String words(FleetLimit limit, long amount) {
        return switch (limit.measure().unit()) {
            case COUNT -> Amounts.count(amount);
            case TIME -> Amounts.time(amount);
            case SIZE -> Amounts.bytes(amount);
            case SHARE -> Amounts.percent(amount / PER_THOUSAND);
        };
    }
}
