package dev.loomweight.experiment;

import dev.loomweight.experiment.ClaimVerdict.Decision;
import dev.loomweight.fold.Spread;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Measured;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Unit;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;

/** How a claim is judged from measurements. */
public sealed interface ClaimRule
        permits RankRule, ClaimRule.Amount, ClaimRule.OfSize, ClaimRule.SameText, ClaimRule.Ratio {

    /** How much of a published factor a machine other than the published one must reach. */
    double NEAR = 0.75;

    /**
     * The rule for a claim that one figure is a number of times another: near to that number, or more.
     *
     * @param of the numerator
     * @param to the denominator
     * @param published the published factor
     */
    static Ratio factor(String of, String to, double published) {
        double min = NEAR * published;
        return new Ratio(
                of, to, Bounds.atLeast(min), "at least " + Amounts.times(min) + " times (three quarters of the claim)");
    }

    /** The condition, in a few words. */
    String words();

    /** The verdict on the runs of one JDK. */
    ClaimVerdict judge(JdkRuns runs);

    /**
     * The ratio of two figures of the same round.
     *
     * @param of the numerator
     * @param to the denominator
     * @param range the bounds of the ratio
     * @param words the condition, for people
     */
    record Ratio(String of, String to, Bounds range, String words) implements ClaimRule {

        @Override
        public ClaimVerdict judge(JdkRuns runs) {
            return verdict(
                    runs.spread(round -> round.number(of) / round.number(to)),
                    range,
                    Amounts::times,
                    " times",
                    () -> runs.whyMissing(of, to));
        }
    }

    /**
     * A figure within bounds.
     *
     * @param key the figure
     * @param range its bounds, in its unit
     * @param words the condition, for people
     */
    record Amount(String key, Bounds range, String words) implements ClaimRule {

        @Override
        public ClaimVerdict judge(JdkRuns runs) {
            Unit unit =
                    runs.figures(key).stream().map(Measured::unit).findFirst().orElse(Unit.ABSENT);
            return verdict(
                    runs.spread(key), range, value -> inUnit(unit, Math.round(value)), "", () -> runs.whyMissing(key));
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
     * A text that must be the same in every round.
     *
     * @param key the figure
     * @param expected the text
     * @param words the condition, for people
     */
    record SameText(String key, String expected, String words) implements ClaimRule {

        @Override
        public ClaimVerdict judge(JdkRuns runs) {
            List<String> said = runs.figures(key).stream()
                    .filter(figure -> figure.unit() == Unit.WORDS)
                    .map(Measured::words)
                    .distinct()
                    .toList();
            if (said.isEmpty()) {
                return ClaimVerdict.undecided(runs.whyMissing(key));
            }
            long same = said.stream().filter(expected::equals).count();
            Decision decision = same == said.size() ? Decision.HOLDS : same == 0 ? Decision.FAILS : Decision.UNDECIDED;
            return new ClaimVerdict(
                    decision, String.join("; or: ", said), decision == Decision.UNDECIDED ? "the runs differ" : "");
        }
    }

    /**
     * A rule for a claim about a number of tasks, threads or clients: it judges runs of that number alone.
     *
     * @param key the figure with the number
     * @param size the number that the claim is about
     * @param then the rule to apply to them
     */
    record OfSize(String key, long size, ClaimRule then) implements ClaimRule {

        @Override
        public String words() {
            return then.words();
        }

        @Override
        public ClaimVerdict judge(JdkRuns runs) {
            Optional<Spread> measured = runs.spread(key);
            if (measured.isEmpty()) {
                return ClaimVerdict.undecided(runs.whyMissing(key));
            }
            long least = Math.round(measured.get().min());
            long most = Math.round(measured.get().max());
            if (least == size && most == size) {
                return then.judge(runs);
            }
            return new ClaimVerdict(
                    Decision.UNDECIDED,
                    then.judge(runs).measured(),
                    "measured with " + Amounts.count(least == size ? most : least) + ", the claim is about "
                            + Amounts.count(size) + "; pass --full");
        }
    }

    private static ClaimVerdict verdict(
            Optional<Spread> spread,
            Bounds range,
            DoubleFunction<String> words,
            String suffix,
            Supplier<String> missing) {
        if (spread.isEmpty()) {
            return ClaimVerdict.undecided(missing.get());
        }
        Spread values = spread.get();
        Decision decision = range.judge(values);
        String measured = words.apply(values.median()) + suffix;
        String least = words.apply(values.min());
        String most = words.apply(values.max());
        if (!least.equals(most)) {
            measured += " (" + least + " to " + most + ")";
        }
        return new ClaimVerdict(
                decision,
                measured,
                decision == Decision.UNDECIDED ? "the runs are on both sides of the" + " bound" : "");
    }
}
