package dev.loomweight.experiment;

import dev.loomweight.fold.Spread;
import dev.loomweight.report.Cell;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Measured;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * All runs of one experiment on one JDK.
 *
 * @param all the runs of every program, those that failed too, in an order of their own
 * @param parts the program that measures a figure, by the key of the figure; without figures that any can measure
 */
record JdkRuns(List<ExperimentRun> all, Map<String, String> parts) {

    JdkRuns {
        all = all.stream()
                .sorted(Comparator.comparing(ExperimentRun::part)
                        .thenComparingInt(ExperimentRun::repeat)
                        .thenComparing(ExperimentRun::toString))
                .toList();
        parts = Map.copyOf(parts);
    }

    /** Runs of an experiment whose figures any of its programs can measure. */
    JdkRuns(List<ExperimentRun> all) {
        this(all, Map.of());
    }

    /**
     * The rounds: every program once. If an experiment was run twice, the first repetition of each run is a round of its own. A
     * figure of several programs is taken from the first one that has it.
     */
    List<ExperimentRound> rounds() {
        record Key(int repeat, int session) {}
        Map<Key, Map<String, Measured>> rounds =
                new TreeMap<>(Comparator.comparingInt(Key::repeat).thenComparingInt(Key::session));
        Map<List<Object>, Integer> sessions = new HashMap<>();
        for (ExperimentRun run : all) {
            int session = sessions.merge(List.of(run.part(), run.repeat()), 1, Integer::sum);
            Map<String, Measured> figures =
                    rounds.computeIfAbsent(new Key(run.repeat(), session), key -> new HashMap<>());
            for (Measured figure : run.figures()) {
                figures.merge(figure.key(), figure, (first, next) -> first.unit() == Unit.ABSENT ? next : first);
            }
        }
        return rounds.values().stream().map(ExperimentRound::new).toList();
    }

    /** A figure of each round that has it, absent ones too. */
    List<Measured> figures(String key) {
        return rounds().stream().flatMap(round -> round.figure(key).stream()).toList();
    }

    /** How a figure lies over the rounds; empty where none has it as a number. */
    Optional<Spread> spread(String key) {
        return spread(round -> round.number(key));
    }

    /**
     * How something computed from each round lies over the rounds; empty where no round has it.
     *
     * @param value gives NaN for a round that lacks what it is computed from
     */
    Optional<Spread> spread(ToDoubleFunction<ExperimentRound> value) {
        List<Double> values = new ArrayList<>();
        for (ExperimentRound round : rounds()) {
            double one = value.applyAsDouble(round);
            if (Double.isFinite(one)) {
                values.add(one);
            }
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
    }

    /** What a figure is counted in; absent where no round has it. */
    Unit unit(String key) {
        return figures(key).stream()
                .map(Measured::unit)
                .filter(unit -> unit != Unit.ABSENT)
                .findFirst()
                .orElse(Unit.ABSENT);
    }

    /** The median of a figure in its unit, or why it is missing. */
    Cell median(String key) {
        return spread(key).map(spread -> cell(unit(key), spread.median())).orElseGet(() -> Cell.absent(whyAbsent(key)));
    }

    /** An amount in a unit, rounded to whole ones. */
    static Cell cell(Unit unit, double value) {
        long rounded = Math.round(value);
        return switch (unit) {
            case NANOS -> new Cell.Nanos(rounded);
            case BYTES -> Cell.bytes(rounded);
            default -> Cell.count(rounded);
        };
    }

    /** Why the first figure that no round has is missing. */
    String whyMissing(String... keys) {
        for (String key : keys) {
            if (spread(key).isEmpty()) {
                return whyAbsent(key);
            }
        }
        return "no round measured both";
    }

    /** Why a figure is missing: as its program said it, or because that failed. */
    String whyAbsent(String key) {
        String part = parts.getOrDefault(key, "");
        List<ExperimentRun> own =
                all.stream().filter(run -> run.part().equals(part)).toList();
        List<ExperimentRun> asked = own.isEmpty() ? all : own;
        return asked.stream()
                .flatMap(run -> run.figures().stream())
                .filter(figure -> figure.key().equals(key) && figure.unit() == Unit.ABSENT)
                .map(Measured::words)
                .findFirst()
                .or(() -> asked.stream()
                        .filter(run -> !run.isComplete())
                        .map(ExperimentRun::status)
                        .findFirst())
                .orElse("not measured");
    }
}
