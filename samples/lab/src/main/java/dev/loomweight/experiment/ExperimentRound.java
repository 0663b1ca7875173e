package dev.loomweight.experiment;

import dev.loomweight.sample.CaptureTexts.ExperimentRun.Measured;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Unit;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of all programs of an experiment in one repetition, one after the other on the same machine. Figures are
 * compared only within a round.
 *
 * @param figures by their keys, absent ones too
 */
record ExperimentRound(Map<String, Measured> figures) {

    ExperimentRound {
        figures = Map.copyOf(figures);
    }

    Optional<Measured> figure(String key) {
        return Optional.ofNullable(figures.get(key));
    }

    /** A figure as a number, or NaN. */
    double number(String key) {
        return figure(key)
                .filter(figure -> figure.unit() != Unit.WORDS && figure.unit() != Unit.ABSENT)
                .map(figure -> (double) figure.number())
                .orElse(Double.NaN);
    }
}
