package dev.loomweight.budget;

import dev.loomweight.budget.LimitResult.Outcome;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.pinning.PinCensus;
import dev.loomweight.report.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges evidence by a budget.
 *
 * @param section what was measured, allowed and found, for a report
 * @param passed whether every limit was measured and kept
 */
public record BudgetCheck(Section section, boolean passed) {

    /**
     * The judgement.
     *
     * @param fold what gathered the evidence
     * @param now what is judged
     * @param baseline what it is compared with, or null
     */
    public static BudgetCheck of(
            Budget budget,
            BudgetFold fold,
            Folded<BudgetFold.Figures> now,
            @Nullable Folded<BudgetFold.Figures> baseline) {
        PinCensus census = fold.census(now);
        PinCensus then = baseline == null ? null : fold.census(baseline);
        String unusable =
                baseline == null || then == null ? "" : MissingEvents.ofPins(baseline.coverage(), then.monitorsPin());
        CountedPins pins = CountedPins.of(census, unusable.isEmpty() ? then : null, budget);
        Duration threshold = MissingEvents.threshold(now.coverage());
        Duration least = Duration.ofNanos(Math.max(threshold.toNanos(), fold.leastNanos()));
        Measurements measurements = new Measurements(now, census, pins.counted(), least, baseline);
        Measurements before = baseline == null || then == null
                ? null
                : new Measurements(baseline, then, List.of(), MissingEvents.threshold(baseline.coverage()), null);
        double scale = then == null ? 1 : CountedPins.scale(census, then);
        List<LimitResult> judgements = new ArrayList<>();
        for (Limit limit : budget.limits()) {
            Measured measured = measurements.of(limit);
            judgements.add(
                    limit.measure().isOfSites()
                            ? ofSites(limit, measured, unusable, budget)
                            : ofFigure(limit, measured, before, scale, budget));
        }
        return new BudgetCheck(
                BudgetReport.of(budget, judgements, pins, baseline != null),
                judgements.stream().allMatch(judgement -> judgement.outcome().passes()));
    }

    /** What is no worse than the baseline is not counted; without a usable one all is. */
    private static LimitResult ofSites(Limit limit, Measured measured, String unusable, Budget budget) {
        boolean more = measured.amount() > limit.most();
        if (more && !unusable.isEmpty()) {
            return new LimitResult(
                    limit,
                    measured,
                    null,
                    Outcome.NOT_MEASURED,
                    "what is new cannot be told: in the baseline, " + unusable);
        }
        return more ? broken(limit, measured, null, budget) : keptOrUnknown(limit, measured, null);
    }

    private static LimitResult ofFigure(
            Limit limit, Measured measured, @Nullable Measurements before, double scale, Budget budget) {
        if (before == null || limit.measure().isGrowth()) {
            return measured.amount() > limit.most()
                    ? broken(limit, measured, null, budget)
                    : keptOrUnknown(limit, measured, null);
        }
        Measured was = before.of(limit);
        // What happens goes on happening: of a longer recording, more is the same.
        boolean events = limit.measure().unit() != Measure.Unit.SIZE;
        Long known = was.doubt().isEmpty() ? Long.valueOf(Math.round(was.amount() * (events ? scale : 1))) : null;
        if (measured.amount() <= limit.most()) {
            return keptOrUnknown(limit, measured, known);
        }
        if (known == null) {
            return new LimitResult(
                    limit,
                    measured,
                    null,
                    Outcome.NOT_MEASURED,
                    "whether it is worse cannot be told: in the baseline, " + was.doubt());
        }
        boolean worse = measured.amount() > known * (1 + budget.margin());
        return !worse && measured.doubt().isEmpty()
                ? new LimitResult(limit, measured, known, Outcome.AS_BASELINE, "the baseline has " + limit.words(known))
                : broken(limit, measured, known, budget);
    }

    private static LimitResult keptOrUnknown(Limit limit, Measured measured, @Nullable Long baseline) {
        return measured.doubt().isEmpty()
                ? new LimitResult(limit, measured, baseline, Outcome.KEPT, "")
                : new LimitResult(limit, measured, baseline, Outcome.NOT_MEASURED, measured.doubt());
    }

    private static LimitResult broken(Limit limit, Measured measured, @Nullable Long baseline, Budget budget) {
        return budget.suppressions().stream()
                .filter(suppression ->
                        suppression.budget().equals(limit.name()) && !suppression.isExpired(budget.today()))
                .findFirst()
                .map(suppression ->
                        new LimitResult(limit, measured, baseline, Outcome.SUPPRESSED, suppression.reason()))
                .orElseGet(() -> new LimitResult(limit, measured, baseline, Outcome.BROKEN, ""));
    }
}
