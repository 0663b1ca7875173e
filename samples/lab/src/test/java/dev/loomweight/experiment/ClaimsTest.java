package dev.loomweight.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.experiment.ClaimVerdict.Decision;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import dev.loomweight.report.Cell;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Measured;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every claim: what was published agrees with it, the opposite of that does not, and a run of another size decides nothing. */
class ClaimsTest {

    private static final Pattern FACTOR = Pattern.compile("([\\d.]+) times as (?:fast|many)");
    private static final Pattern NUMBER = Pattern.compile("([\\d,]+|a million) (?:tasks|GETs|virtual threads)");

    /** A number of which any multiple and part below is whole. */
    private static final double BASE = 1_200_000_000;

    static Stream<Arguments> claims() {
        return Experiments.ALL.stream()
                .flatMap(experiment -> experiment.claims().stream()
                        .map(claim -> Arguments.of(experiment.name() + ": " + claim.said(), experiment, claim)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("claims")
    void theOppositeOfAClaimDoesNotHold(String name, Experiment experiment, Claim claim) {
        Map<String, Measured> published = new HashMap<>();
        agree(claim.rule(), experiment, claim.said(), published);
        assertThat(judge(claim, published)).isEqualTo(Decision.HOLDS);

        List<Map<String, Measured>> opposites = opposites(claim.rule(), published);
        assertThat(opposites).isNotEmpty();
        assertThat(opposites)
                .allSatisfy(figures ->
                        assertThat(judge(claim, figures)).as(figures.toString()).isEqualTo(Decision.FAILS));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("claims")
    void aNumberInAClaimIsThatOfTheRun(String name, Experiment experiment, Claim claim) {
        Matcher number = NUMBER.matcher(claim.said());
        Optional<ClaimRule.OfSize> rule =
                claim.rule() instanceof ClaimRule.OfSize ofSize ? Optional.of(ofSize) : Optional.empty();
        if (number.find()) {
            String words = number.group(1).equals("a million") ? "1000000" : number.group(1);
            assertThat(rule).as("a rule for runs of that number").isPresent();
            assertThat(rule.get().size()).isEqualTo(Long.parseLong(words.replace(",", "")));
        }
        rule.ifPresent(ofSize -> {
            assertThat(published(experiment, ofSize.key())).hasValue((double) ofSize.size());
            for (long other : new long[] {ofSize.size() / 50, ofSize.size() - 1, ofSize.size() * 2}) {
                Map<String, Measured> figures = new HashMap<>();
                agree(claim.rule(), experiment, claim.said(), figures);
                figures.put(ofSize.key(), number(ofSize.key(), (double) other));
                assertThat(judge(claim, figures)).as("run with %s", other).isEqualTo(Decision.UNDECIDED);
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("claims")
    void aFactorInAClaimIsTheOneThatWasPublished(String name, Experiment experiment, Claim claim) {
        Matcher said = FACTOR.matcher(claim.said());
        ClaimRule rule = claim.rule() instanceof ClaimRule.OfSize ofSize ? ofSize.then() : claim.rule();
        if (said.find() && rule instanceof ClaimRule.Ratio ratio) {
            OptionalDouble published = published(experiment, ratio);
            published.ifPresent(value ->
                    assertThat(value / Double.parseDouble(said.group(1))).isBetween(0.98, 1.02));
        }
    }

    private static Decision judge(Claim claim, Map<String, Measured> figures) {
        ExperimentRun run =
                new ExperimentRun("x", "x", "full", 1, 1, "25.0.3", "", "complete", List.copyOf(figures.values()));
        return claim.rule().judge(new JdkRuns(List.of(run))).decision();
    }

    /** Adds figures with which a claim is as it was published; where that is not known, as it is said. */
    private static void agree(ClaimRule rule, Experiment experiment, String said, Map<String, Measured> into) {
        switch (rule) {
            case ClaimRule.OfSize ofSize -> {
                into.put(ofSize.key(), number(ofSize.key(), (double) ofSize.size()));
                agree(ofSize.then(), experiment, said, into);
            }
            case ClaimRule.Ratio ratio -> {
                Matcher factor = FACTOR.matcher(said);
                double value = published(experiment, ratio)
                        .orElseGet(() -> factor.find() ? Double.parseDouble(factor.group(1)) : inside(ratio.range()));
                into.put(ratio.to(), number(ratio.to(), BASE));
                into.put(ratio.of(), number(ratio.of(), value * BASE));
            }
            case ClaimRule.Amount amount -> into.put(amount.key(), number(amount.key(), inside(amount.range())));
            case ClaimRule.SameText text -> into.put(text.key(), words(text.key(), text.expected()));
            case RankRule rank -> {
                into.put(rank.one().key(), number(rank.one().key(), BASE));
                rank.others().forEach(other -> into.put(other.key(), number(other.key(), BASE * factor(rank))));
            }
        }
    }

    /** Figures that contradict a claim, by what they were when they agreed with it. */
    private static List<Map<String, Measured>> opposites(ClaimRule rule, Map<String, Measured> agreeing) {
        List<Map<String, Measured>> opposites = new ArrayList<>();
        switch (rule) {
            case ClaimRule.OfSize ofSize -> opposites.addAll(opposites(ofSize.then(), agreeing));
            case ClaimRule.Ratio ratio -> {
                double value = Objects.requireNonNull(agreeing.get(ratio.of())).number();
                opposites.add(with(agreeing, number(ratio.of(), value / 2)));
                if (ratio.range().max() < Double.POSITIVE_INFINITY) {
                    opposites.add(with(agreeing, number(ratio.of(), value * 2)));
                }
                if (value > 2 * BASE) {
                    opposites.add(with(agreeing, number(ratio.of(), BASE * BASE / value)));
                }
            }
            case ClaimRule.Amount amount -> {
                if (amount.range().min() > 0) {
                    opposites.add(
                            with(agreeing, number(amount.key(), amount.range().min() - 1)));
                }
                if (amount.range().max() < Double.POSITIVE_INFINITY) {
                    opposites.add(
                            with(agreeing, number(amount.key(), amount.range().max() + 1)));
                }
            }
            case ClaimRule.SameText text -> opposites.add(with(agreeing, words(text.key(), "something else")));
            case RankRule rank ->
                rank.others().forEach(other -> opposites.add(with(agreeing, number(other.key(), BASE / factor(rank)))));
        }
        return opposites;
    }

    /** How many times the others are the one that leads. */
    private static double factor(RankRule rank) {
        return rank.end() == RankRule.End.HIGHEST ? 0.5 : 2;
    }

    private static double inside(Bounds range) {
        return range.max() == Double.POSITIVE_INFINITY ? range.min() : range.max();
    }

    private static OptionalDouble published(Experiment experiment, ClaimRule.Ratio ratio) {
        OptionalDouble of = published(experiment, ratio.of());
        OptionalDouble to = published(experiment, ratio.to());
        return of.isEmpty() || to.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(of.getAsDouble() / to.getAsDouble());
    }

    private static OptionalDouble published(Experiment experiment, String key) {
        return experiment.figures().stream()
                .filter(shown -> shown.key().equals(key))
                .map(Shown::published)
                .flatMap(cell -> switch (cell) {
                    case Cell.Nanos nanos -> Stream.of((double) nanos.value());
                    case Cell.Count count -> Stream.of((double) count.value());
                    case null, default -> Stream.empty();
                })
                .mapToDouble(value -> value)
                .findFirst();
    }

    private static Map<String, Measured> with(Map<String, Measured> figures, Measured other) {
        Map<String, Measured> changed = new HashMap<>(figures);
        changed.put(other.key(), other);
        return changed;
    }

    private static Measured number(String key, double value) {
        long whole = Math.round(value);
        return new Measured(key, Unit.COUNT, whole, Long.toString(whole));
    }

    private static Measured words(String key, String words) {
        return new Measured(key, Unit.WORDS, 0, words);
    }
}
