package dev.loomweight.experiment.sweep;

import dev.loomweight.experiment.weight.RunFigures;
import dev.loomweight.experiment.weight.RunFigures.Figure;
import dev.loomweight.fold.Spread;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All runs with equal settings.
 *
 * @param settings their settings
 * @param runs the runs, failed ones too, in no order that matters
 */
record RepeatedRuns(RunSettings settings, List<RunFigures> runs) {

    /** The groups of some runs, in the order of their settings. */
    static List<RepeatedRuns> of(Collection<RunFigures> runs) {
        Map<RunSettings, List<RunFigures>> byConditions = new TreeMap<>();
        runs.forEach(run -> byConditions
                .computeIfAbsent(RunSettings.of(run.info()), settings -> new ArrayList<>())
                .add(run));
        return byConditions.entrySet().stream()
                .map(entry -> new RepeatedRuns(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Whether a run reached its last snapshot. */
    static boolean isMeasured(RunFigures run) {
        return !run.addedBytes().isEmpty();
    }

    /** The runs that have figures. */
    List<RunFigures> measured() {
        return runs.stream().filter(RepeatedRuns::isMeasured).toList();
    }

    /** Why the first run without figures has none; empty if all have some. */
    Optional<String> failure() {
        return runs.stream()
                .filter(run -> !isMeasured(run))
                .map(RunFigures::info)
                .map(CaptureInfo::status)
                .sorted()
                .findFirst();
    }

    /** The spread of a figure per thread over the runs, in bytes; empty if no run has it. */
    Optional<Spread> each(Figure figure) {
        List<Double> values = new ArrayList<>();
        for (RunFigures run : runs) {
            Long added = run.addedBytes().get(figure);
            if (added != null) {
                values.add((double) added / run.info().threadsRan());
            }
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
    }
}
