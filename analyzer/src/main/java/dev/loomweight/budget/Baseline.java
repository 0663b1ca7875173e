package dev.loomweight.budget;

import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Results;
import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.pinning.PinCensus;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What figures are compared with: those of an earlier capture or recording, as they were found then.
 *
 * @param pins the pins by site, with the holders that the class files of that time showed
 * @param missingPins why pins may be missing; empty where they are not
 * @param figures the other figures that have a budget, without growth
 * @param memory the start of growth: the last values count
 */
public record Baseline(PinCensus pins, String missingPins, Map<Measure, Figure> figures, MemoryFigures memory) {

    private static final Figure UNKNOWN = new Figure(0, "the baseline does not have it");

    /**
     * One figure.
     *
     * @param amount in the unit of its measure; a lower bound if something is missing
     * @param missing why it may be too low or is not known; empty where it is right
     */
    public record Figure(long amount, String missing) {}

    public Baseline {
        figures = Map.copyOf(figures);
    }

    /**
     * The figures of an earlier capture or recording.
     *
     * @param fold the fold that gathered them, with the class files of that time
     */
    public static Baseline of(BudgetFold fold, Folded<Results> folded) {
        BudgetFold.Figures all = fold.figures(folded);
        PinCensus census = all.census();
        Measurements measurements = new Measurements(all, List.of(), MissingEvents.threshold(folded.coverage()), null);
        Map<Measure, Figure> figures = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            if (!measure.isOfSites() && !measure.isGrowth()) {
                Measured measured = measurements.of(new Limit(measure, "", 0));
                figures.put(measure, new Figure(measured.amount(), measured.missing()));
            }
        }
        return new Baseline(
                census, MissingEvents.ofPins(folded.coverage(), census.monitorsPin()), figures, all.memory());
    }

    /** The figure of a measure that is no growth and not of sites. */
    Figure of(Measure measure) {
        return Objects.requireNonNullElse(figures.get(measure), UNKNOWN);
    }
}
