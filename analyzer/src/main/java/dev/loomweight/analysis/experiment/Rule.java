package dev.loomweight.analysis.experiment;

import dev.loomweight.analysis.Amounts;
import dev.loomweight.analysis.Spread;
import dev.loomweight.analysis.experiment.Verdict.Outcome;
import dev.loomweight.sample.ExperimentRun.Measured;
import dev.loomweight.sample.ExperimentRun.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;

/** How a claim is judged by what was measured. */
public sealed interface Rule {

    /** What must be so, in a few words. */
    String words();

    /** The verdict on the runs of one JDK. */
    Verdict judge(Runs runs);

    /**
     * One figure, so many times another of the same round.
     *
     * @param of the one
     * @param to the other
     * @param range how many times
     * @param words what must be so
     */
    record Times(String of, String to, Range range, String words) implements Rule {

        @Override
        public Verdict judge(Runs runs) {
            return verdict(
                    runs.spread(round -> round.number(of) / round.number(to)),
                    range,
                    Amounts::times,
                    " times",
                    () -> missing(runs, of, to));
        }
    }

    /**
     * A figure within bounds.
     *
     * @param key the figure
     * @param range its bounds, in its unit
     * @param words what must be so
     */
    record Amount(String key, Range range, String words) implements Rule {

        @Override
        public Verdict judge(Runs runs) {
            Unit unit =
                    runs.figures(key).stream().map(Measured::unit).findFirst().orElse(Unit.ABSENT);
            return verdict(
                    runs.spread(key), range, value -> inUnit(unit, Math.round(value)), "", () -> missing(runs, key));
        }

        private static String inUnit(Unit unit, long value) {
            return switch (unit) {
                case NANOS -> Amounts.time(value);
                case BYTES -> Amounts.bytes(value);
                default -> Amounts.count(value);
            };
        }
    }

    /**
     * Words that must be the same in every round.
     *
     * @param key the figure
     * @param expected its words
     * @param words what must be so
     */
    record Order(String key, String expected, String words) implements Rule {

        @Override
        public Verdict judge(Runs runs) {
            List<String> said = runs.figures(key).stream()
                    .filter(figure -> figure.unit() == Unit.WORDS)
                    .map(Measured::words)
                    .distinct()
                    .toList();
            if (said.isEmpty()) {
                return Verdict.untold(missing(runs, key));
            }
            long same = said.stream().filter(expected::equals).count();
            Outcome outcome = same == said.size() ? Outcome.HOLDS : same == 0 ? Outcome.FAILS : Outcome.UNTOLD;
            return new Verdict(
                    outcome, String.join("; or: ", said), outcome == Outcome.UNTOLD ? "the runs differ" : "");
        }
    }

    /**
     * A figure that is the highest or the lowest of several, round by round.
     *
     * @param one the figure
     * @param others those that it is compared with; one that was not measured keeps no other from being compared
     * @param end whether it is said to be the highest or the lowest
     * @param words what must be so
     */
    record Extreme(Rival one, List<Rival> others, End end, String words) implements Rule {

        /** Runs of the same program differ by as much: a smaller lead is none. */
        static final double LEAD = 1.05;

        public Extreme {
            others = List.copyOf(others);
        }

        /** Which end of a ranking. */
        enum End {
            HIGHEST,
            LOWEST
        }

        /**
         * Who is compared.
         *
         * @param key the figure
         * @param name its name in sentences
         */
        record Rival(String key, String name) {}

        @Override
        public Verdict judge(Runs runs) {
            Optional<Spread> own = runs.spread(one.key());
            if (own.isEmpty()) {
                return Verdict.untold(runs.whyAbsent(one.key()));
            }
            List<String> absent = new ArrayList<>();
            List<String> ahead = new ArrayList<>();
            List<String> close = new ArrayList<>();
            for (Rival other : others) {
                Optional<Spread> lead = lead(runs, other);
                if (lead.isEmpty()) {
                    absent.add(other.name() + " (" + missing(runs, other.key(), one.key()) + ")");
                } else if (Range.atMost(1 / LEAD).judge(lead.get()) == Outcome.HOLDS) {
                    ahead.add(other.name());
                } else if (Range.atLeast(LEAD).judge(lead.get()) != Outcome.HOLDS) {
                    close.add(other.name());
                }
            }
            String measured = Amounts.count(Math.round(own.get().median()));
            String without = absent.isEmpty() ? "" : "without " + String.join(", ", absent);
            if (absent.size() == others.size()) {
                return new Verdict(Outcome.UNTOLD, measured, without);
            }
            if (!ahead.isEmpty()) {
                return new Verdict(Outcome.FAILS, measured, "that is " + String.join(", ", ahead));
            }
            return close.isEmpty()
                    ? new Verdict(Outcome.HOLDS, measured, without)
                    : new Verdict(Outcome.UNTOLD, measured, "too close to " + String.join(", ", close));
        }

        /** How many times it is ahead of another. */
        private Optional<Spread> lead(Runs runs, Rival other) {
            return runs.spread(round -> end == End.HIGHEST
                    ? round.number(one.key()) / round.number(other.key())
                    : round.number(other.key()) / round.number(one.key()));
        }
    }

    /**
     * A rule that is only for runs which were large enough.
     *
     * @param key the figure that says how large
     * @param least the least that is large enough
     * @param then the rule for those
     */
    record Given(String key, long least, Rule then) implements Rule {

        @Override
        public String words() {
            return then.words();
        }

        @Override
        public Verdict judge(Runs runs) {
            Optional<Spread> size = runs.spread(key);
            if (size.isEmpty() || size.get().min() >= least) {
                return size.isEmpty() ? Verdict.untold(missing(runs, key)) : then.judge(runs);
            }
            return new Verdict(
                    Outcome.UNTOLD,
                    then.judge(runs).measured(),
                    "this is of " + Amounts.count(Math.round(size.get().min())) + ", not of " + Amounts.count(least)
                            + "; --full runs it whole");
        }
    }

    private static Verdict verdict(
            Optional<Spread> spread,
            Range range,
            DoubleFunction<String> words,
            String suffix,
            Supplier<String> missing) {
        if (spread.isEmpty()) {
            return Verdict.untold(missing.get());
        }
        Spread values = spread.get();
        Outcome outcome = range.judge(values);
        String measured = words.apply(values.median()) + suffix;
        String least = words.apply(values.min());
        String most = words.apply(values.max());
        if (!least.equals(most)) {
            measured += " (" + least + " to " + most + ")";
        }
        return new Verdict(outcome, measured, outcome == Outcome.UNTOLD ? "the runs lie on both sides of it" : "");
    }

    /** Why the first figure that no run has is missing. */
    private static String missing(Runs runs, String... keys) {
        for (String key : keys) {
            if (runs.spread(key).isEmpty()) {
                return runs.whyAbsent(key);
            }
        }
        return "no round measured both";
    }
}
