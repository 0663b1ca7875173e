package dev.loomweight.fleet.budget;

import dev.loomweight.fleet.budget.LimitResult.Outcome;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.kernel.subject.Figure.Kind;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.memory.MemoryReading;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.diff.ChangeRule;
import dev.loomweight.pins.pinning.diff.PinDifference;
import dev.loomweight.pins.pinning.diff.Runs;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Section;
import dev.loomweight.report.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking figures against a budget.
 *
 * @param section the limits with their results, for a report
 * @param passed whether every limit was measured and met
 */
public record BudgetCheck(Section section, boolean passed) {

    /**
     * Checks the figures.
     *
     * @param fold the fold that gathered the figures
     * @param now the figures that are checked
     * @param runs the runs that they are of
     * @param baseline what they are compared with, or null
     */
    public static BudgetCheck run(
            Budget budget, BudgetFold fold, Folded<Results> now, Runs runs, @Nullable Baseline baseline) {
        Readings found = fold.readings(now);
        PinReading all = found.of(PinReading.class);
        String otherPins = baseline == null ? "" : baseline.incomparable(all);
        CountedPins pins = baseline == null || !otherPins.isEmpty()
                ? CountedPins.all(all.census(), budget)
                : CountedPins.since(
                        PinDifference.between(
                                baseline.pins(),
                                baseline.runs(),
                                all,
                                runs,
                                new ChangeRule(budget.margin(), budget.margin() == 0)),
                        budget);
        String unusable = baseline == null || !otherPins.isEmpty() ? otherPins : pins.otherStacks();
        Readings others = found;
        if (baseline != null) {
            MemoryReading memory = found.of(MemoryReading.class);
            others = others.with(memory.since(baseline.memory()));
        }
        Readings byNumber = others.with(all.counting(pins.counted()));
        Readings byTime = others.with(all.counting(pins.countedByTime()));
        double scale = baseline == null ? 1 : Runs.scale(baseline.pins().census(), baseline.runs(), all.census(), runs);
        List<LimitResult> results = new ArrayList<>();
        for (Limit limit : budget.limits()) {
            Measured measured = (limit.unit() == Unit.TIME ? byTime : byNumber).measure(limit);
            results.add(
                    limit.figure().bySite()
                            ? ofSites(limit, measured, baseline, all, unusable, budget)
                            : ofFigure(limit, measured, then(limit, baseline, found, otherPins), scale, budget));
        }
        return new BudgetCheck(
                BudgetReport.of(budget, results, pins, baseline != null, runs(runs, baseline)),
                results.stream().allMatch(result -> result.outcome().passes()));
    }

    /** How many runs are compared, in sentences; none where it is one with one. */
    private static List<String> runs(Runs now, @Nullable Baseline baseline) {
        return baseline == null || now.count() + baseline.runs().count() == 2
                ? List.of()
                : List.of(Amounts.count(now.count(), "run is", "runs are") + " compared with "
                        + Amounts.count(baseline.runs().count(), "run") + " of the baseline.");
    }

    /** The amount of the baseline; null where there is no baseline. */
    private static @Nullable Measured then(Limit limit, @Nullable Baseline baseline, Readings found, String unusable) {
        if (baseline == null) {
            return null;
        }
        return !unusable.isEmpty() && found.isOf(PinReading.class, limit.figure())
                ? Measured.unknown(unusable)
                : baseline.of(limit.figure());
    }

    /** Sites that are no worse than in the baseline are not counted; without a usable baseline all are. */
    private static LimitResult ofSites(
            Limit limit,
            Measured measured,
            @Nullable Baseline baseline,
            PinReading now,
            String unusable,
            Budget budget) {
        boolean more = measured.amount() > limit.max();
        // The longest that is looked for may be longer than what is not recorded.
        boolean hidden = baseline != null
                && baseline.hasShorterThan(now)
                && limit.figure().kind() != Kind.HIGHEST;
        if (!unusable.isEmpty() && (more || hidden)) {
            return new LimitResult(
                    limit,
                    measured,
                    null,
                    Outcome.NOT_MEASURED,
                    "new sites cannot be determined; in the baseline, " + unusable);
        }
        return more ? exceeded(limit, measured, null, budget) : metOrNotMeasured(limit, measured, null);
    }

    private static LimitResult ofFigure(
            Limit limit, Measured measured, @Nullable Measured was, double scale, Budget budget) {
        if (was == null || limit.figure().kind() == Kind.DIFFERENCE) {
            return measured.amount() > limit.max()
                    ? exceeded(limit, measured, null, budget)
                    : metOrNotMeasured(limit, measured, null);
        }
        double times = limit.figure().kind() == Kind.TOTAL ? scale : 1;
        Long known = was.missing().isEmpty() ? Long.valueOf(Math.round(was.amount() * times)) : null;
        if (measured.amount() <= limit.max()) {
            return metOrNotMeasured(limit, measured, known);
        }
        if (known == null) {
            return new LimitResult(
                    limit,
                    measured,
                    null,
                    Outcome.NOT_MEASURED,
                    "it cannot be compared with the baseline; there, " + was.missing());
        }
        boolean worse = measured.amount() > known * (1 + budget.margin());
        return !worse && measured.undecided(limit.max()).isEmpty()
                ? new LimitResult(
                        limit,
                        measured,
                        known,
                        Outcome.AS_BASELINE,
                        "the baseline has " + limit.unit().words(known))
                : exceeded(limit, measured, known, budget);
    }

    private static LimitResult metOrNotMeasured(Limit limit, Measured measured, @Nullable Long baseline) {
        String undecided = measured.undecided(limit.max());
        return undecided.isEmpty()
                ? new LimitResult(limit, measured, baseline, Outcome.MET, "")
                : new LimitResult(limit, measured, baseline, Outcome.NOT_MEASURED, undecided);
    }

    private static LimitResult exceeded(Limit limit, Measured measured, @Nullable Long baseline, Budget budget) {
        return budget.suppressions().stream()
                .filter(suppression ->
                        suppression.budget().equals(limit.name()) && !suppression.isExpired(budget.today()))
                .findFirst()
                .map(suppression ->
                        new LimitResult(limit, measured, baseline, Outcome.SUPPRESSED, suppression.reason()))
                .orElseGet(() -> new LimitResult(limit, measured, baseline, Outcome.EXCEEDED, ""));
    }
}
