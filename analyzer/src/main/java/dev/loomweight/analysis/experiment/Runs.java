package dev.loomweight.analysis.experiment;

import dev.loomweight.analysis.Spread;
import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.ExperimentRun;
import dev.loomweight.sample.ExperimentRun.Measured;
import dev.loomweight.sample.ExperimentRun.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * All runs of one experiment on one JDK.
 *
 * @param all the runs, those that failed too, in an order of their own
 */
record Runs(List<ExperimentRun> all) {

    Runs {
        all = all.stream()
                .sorted(Comparator.comparing(ExperimentRun::part)
                        .thenComparingInt(ExperimentRun::repeat)
                        .thenComparing(ExperimentRun::toString))
                .toList();
    }

    /** A figure of each run that has it, absent ones too. */
    List<Measured> figures(String key) {
        return all.stream().flatMap(run -> figure(run, key).stream()).toList();
    }

    /** How a figure lies over the runs; empty where none has it as a number. */
    Optional<Spread> spread(String key) {
        return spread(run -> number(run, key));
    }

    /**
     * How something computed from each run lies over the runs; empty where no run has it.
     *
     * @param value gives NaN for a run that lacks what it is computed from
     */
    Optional<Spread> spread(ToDoubleFunction<ExperimentRun> value) {
        List<Double> values = new ArrayList<>();
        for (ExperimentRun run : all) {
            double one = value.applyAsDouble(run);
            if (Double.isFinite(one)) {
                values.add(one);
            }
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
    }

    /** A figure of one run, or NaN. */
    static double number(ExperimentRun run, String key) {
        return figure(run, key)
                .filter(figure -> figure.unit() != Unit.WORDS && figure.unit() != Unit.ABSENT)
                .map(figure -> (double) figure.number())
                .orElse(Double.NaN);
    }

    /** Why a figure is missing: as the program said it, or because a run failed. */
    String whyAbsent(String key) {
        return figures(key).stream()
                .filter(figure -> figure.unit() == Unit.ABSENT)
                .map(Measured::words)
                .findFirst()
                .or(() -> all.stream()
                        .map(ExperimentRun::status)
                        .filter(status -> !status.equals(CaptureInfo.COMPLETE))
                        .findFirst())
                .orElse("not measured");
    }

    private static Optional<Measured> figure(ExperimentRun run, String key) {
        return run.figures().stream().filter(figure -> figure.key().equals(key)).findFirst();
    }
}
