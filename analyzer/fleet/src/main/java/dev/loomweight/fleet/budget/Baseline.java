package dev.loomweight.fleet.budget;

import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.memory.MemoryReading;
import dev.loomweight.pins.pinning.PinFigures;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.diff.Runs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What figures are compared with: those of an earlier capture or recording, as they were found then.
 *
 * @param pins the pins by site, with the holders that the class files of that time showed
 * @param runs the runs that they are of
 * @param figures the amounts of the other figures, by id; without differences, which begin where the baseline ends
 * @param memory the start of growth: the last values count
 */
public record Baseline(PinReading pins, Runs runs, Map<String, Measured> figures, MemoryFigures memory) {

    private static final Measured UNKNOWN = Measured.unknown("the baseline does not have it");

    public Baseline {
        figures = Map.copyOf(figures);
    }

    /**
     * The figures of earlier captures or recordings.
     *
     * @param fold the fold that gathered them, with the class files of that time
     * @param runs the runs that they are of
     */
    public static Baseline of(BudgetFold fold, Folded<Results> folded, Runs runs) {
        Readings readings = fold.readings(folded);
        Map<String, Measured> figures = new LinkedHashMap<>();
        for (Figure<?> figure : fold.figures()) {
            if (isKept(figure)) {
                Measured measured = readings.measure(new Limit(figure, "", 0));
                // Whatever the limits of later checks are: what cannot be distinguished from a higher amount is
                // unknown.
                String missing = measured.undecided(0);
                figures.put(figure.id(), new Measured(measured.amount(), measured.source(), missing));
            }
        }
        return new Baseline(
                readings.of(PinReading.class),
                runs,
                figures,
                readings.of(MemoryReading.class).now());
    }

    /**
     * Why pins cannot be compared with those of the baseline, as the end of a sentence on the baseline; empty where they can
     * be. What one side could not record is no difference of the program.
     */
    String incomparable(PinReading now) {
        if (!pins.missing().isEmpty() || pins.shortest().equals(now.shortest())) {
            return pins.missing();
        }
        return PinFigures.thresholds(pins.shortest(), now.shortest());
    }

    /** Whether pins are in the baseline that are too short to be recorded here. */
    boolean hasShorterThan(PinReading now) {
        return pins.shortest().compareTo(now.shortest()) < 0;
    }

    private static boolean isKept(Figure<?> figure) {
        return !figure.bySite() && figure.kind() != Figure.Kind.DIFFERENCE;
    }

    /** The amount of a figure that is no difference and not compared by site. */
    Measured of(Figure<?> figure) {
        return Objects.requireNonNullElse(figures.get(figure.id()), UNKNOWN);
    }
}
