package dev.loomweight.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.experiment.ClaimVerdict.Decision;
import dev.loomweight.experiment.RankRule.End;
import dev.loomweight.experiment.RankRule.Rival;
import dev.loomweight.fold.Spread;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Measured;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Unit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verdicts are computed: what each rule says of figures that are known. */
class ClaimVerdictTest {

    private static final ClaimRule FASTER = new ClaimRule.Ratio("slow", "fast", Bounds.atLeast(2), "over 2 times");

    @ParameterizedTest
    @CsvSource({
        // median 10, deviation 1
        "9,10,11, 9,11, HOLDS",
        "9,10,11, 9.5,20, UNDECIDED",
        "9,10,11, 1,10.5, UNDECIDED",
        "9,10,11, 11.5,20, FAILS",
        "9,10,11, 1,8.5, FAILS",
        // One run that was disturbed decides nothing: median 10, deviation 0.
        "10,10,90, 5,15, HOLDS",
        "10,10,90, 20,100, FAILS",
    })
    void what_lies_within_one_deviation_of_the_median_decides(
            double first, double second, double third, double least, double most, Decision decision) {
        assertThat(new Bounds(least, most).judge(Spread.of(List.of(first, second, third))))
                .isEqualTo(decision);
    }

    @Test
    void aRatioIsOfTheTwoFiguresOfOneRound() {
        // By run 2, 3 and 4 times; the ratio of the medians would be 30 to 40, and no run has that.
        ClaimVerdict verdict = FASTER.judge(new JdkRuns(List.of(
                run(1, nanos("slow", 20), nanos("fast", 10)),
                run(2, nanos("slow", 30), nanos("fast", 10)),
                run(3, nanos("slow", 160), nanos("fast", 40)))));

        assertThat(verdict).isEqualTo(new ClaimVerdict(Decision.HOLDS, "3.0 times (2.0 to 4.0)", ""));
    }

    @Test
    void runsOnBothSidesDoNotTell() {
        ClaimVerdict verdict = FASTER.judge(new JdkRuns(
                List.of(run(1, nanos("slow", 10), nanos("fast", 10)), run(2, nanos("slow", 40), nanos("fast", 10)))));

        assertThat(verdict.words()).isEqualTo("undecided: the runs are on both sides of the bound");
        assertThat(verdict.measured()).isEqualTo("2.5 times (1.0 to 4.0)");
    }

    @Test
    void whatIsMissingIsSaidWithItsReason() {
        JdkRuns failed = new JdkRuns(List.of(run("failed while running", nanos("slow", 10))));
        JdkRuns absent =
                new JdkRuns(List.of(run(1, nanos("slow", 10), new Measured("fast", Unit.ABSENT, 0, "no /proc"))));
        JdkRuns apart = new JdkRuns(List.of(run(1, nanos("slow", 10)), run(2, nanos("fast", 10))));

        assertThat(FASTER.judge(failed)).isEqualTo(ClaimVerdict.undecided("failed while running"));
        assertThat(FASTER.judge(absent)).isEqualTo(ClaimVerdict.undecided("no /proc"));
        assertThat(FASTER.judge(apart)).isEqualTo(ClaimVerdict.undecided("no round measured both"));
        assertThat(FASTER.judge(new JdkRuns(List.of()))).isEqualTo(ClaimVerdict.undecided("not measured"));
    }

    @Test
    void anAmountIsShownInItsUnit() {
        assertThat(amount(Unit.NANOS, 1_500_000)).isEqualTo("1.5 ms");
        assertThat(amount(Unit.BYTES, 2048)).isEqualTo("2 KB");
        assertThat(amount(Unit.COUNT, 20_000)).isEqualTo("20,000");
    }

    private static String amount(Unit unit, int value) {
        Measured figure = new Measured("key", unit, value, Integer.toString(value));
        return new ClaimRule.Amount("key", Bounds.exactly(value), "so much")
                .judge(one(figure))
                .measured();
    }

    @Test
    void wordsMustBeTheSameInEveryRun() {
        ClaimRule order = new ClaimRule.SameText("order", "a / b", "a, then b");

        assertThat(order.judge(new JdkRuns(List.of(run(1, words("a / b")), run(2, words("a / b")))))
                        .decision())
                .isEqualTo(Decision.HOLDS);
        assertThat(order.judge(one(words("b / a")))).isEqualTo(new ClaimVerdict(Decision.FAILS, "b / a", ""));
        assertThat(order.judge(new JdkRuns(List.of(run(1, words("a / b")), run(2, words("b / a"))))))
                .isEqualTo(new ClaimVerdict(Decision.UNDECIDED, "a / b; or: b / a", "the runs differ"));
    }

    @Test
    void aRuleForRunsOfASizeJudgesNoOthers() {
        ClaimRule rule =
                new ClaimRule.OfSize("size", 1000, new ClaimRule.Amount("memory", Bounds.atMost(4096), "at most 4 KB"));

        assertThat(rule.judge(one(count("size", 1000), bytes("memory", 4000))).decision())
                .isEqualTo(Decision.HOLDS);
        assertThat(rule.judge(one(count("size", 1000), bytes("memory", 5000))).decision())
                .isEqualTo(Decision.FAILS);
        assertThat(rule.judge(one(count("size", 10), bytes("memory", 4000))))
                .isEqualTo(new ClaimVerdict(
                        Decision.UNDECIDED, "3.91 KB", "measured with 10, the claim is about 1,000; pass --full"));
        assertThat(rule.judge(new JdkRuns(List.of(
                                run(1, count("size", 1000), bytes("memory", 4000)),
                                run(2, count("size", 2000), bytes("memory", 4000)))))
                        .words())
                .isEqualTo("undecided: measured with 2,000, the claim is about 1,000; pass --full");
    }

    private static final ClaimRule MOST = new RankRule(
            new Rival("a", "A"), List.of(new Rival("b", "B"), new Rival("c", "C")), End.HIGHEST, "the most");

    @Test
    void theHighestLeadsEveryOther() {
        assertThat(MOST.judge(one(count("a", 1100), count("b", 1000), count("c", 10))))
                .isEqualTo(new ClaimVerdict(Decision.HOLDS, "1,100", ""));
        assertThat(MOST.judge(one(count("a", 1100), count("b", 1000), count("c", 2000))))
                .isEqualTo(new ClaimVerdict(Decision.FAILS, "1,100", "higher: C"));
        assertThat(MOST.judge(one(count("a", 1040), count("b", 1000), count("c", 10))))
                .as("a lead under 5 %")
                .isEqualTo(new ClaimVerdict(Decision.UNDECIDED, "1,040", "too close to B"));
    }

    @Test
    void theLowestTrailsEveryOther() {
        ClaimRule least = new RankRule(
                new Rival("a", "A"), List.of(new Rival("b", "B"), new Rival("c", "C")), End.LOWEST, "the least");

        assertThat(least.judge(one(count("a", 100), count("b", 1000), count("c", 200)))
                        .decision())
                .isEqualTo(Decision.HOLDS);
        assertThat(least.judge(one(count("a", 100), count("b", 1000), count("c", 20))))
                .isEqualTo(new ClaimVerdict(Decision.FAILS, "100", "lower: C"));
    }

    @Test
    void aRankingIsOfTheRoundsAndNotOfTheirMedians() {
        // In every round A leads by a tenth, though the machine was twice as fast in one of them.
        JdkRuns drifting = new JdkRuns(List.of(
                run(1, count("a", 110), count("b", 100), count("c", 1)),
                run(2, count("a", 220), count("b", 200), count("c", 1))));
        JdkRuns turning = new JdkRuns(List.of(
                run(1, count("a", 110), count("b", 100), count("c", 1)),
                run(2, count("a", 100), count("b", 110), count("c", 1))));

        assertThat(MOST.judge(drifting).decision()).isEqualTo(Decision.HOLDS);
        assertThat(MOST.judge(turning)).isEqualTo(new ClaimVerdict(Decision.UNDECIDED, "105", "too close to B"));
    }

    @Test
    void whoIsMissingIsNamedAndTheOthersAreRanked() {
        Measured gone = new Measured("c", Unit.ABSENT, 0, "go not found");

        assertThat(MOST.judge(one(count("a", 1100), count("b", 1000), gone)))
                .isEqualTo(new ClaimVerdict(Decision.HOLDS, "1,100", "without C (go not found)"));
        assertThat(MOST.judge(one(count("a", 1100), gone)))
                .isEqualTo(new ClaimVerdict(Decision.UNDECIDED, "1,100", "without B (not measured), C (go not found)"));
        assertThat(MOST.judge(one(count("b", 1000), count("c", 1)))).isEqualTo(ClaimVerdict.undecided("not measured"));
        assertThat(MOST.judge(one(count("a", 1100), count("b", 1000), gone)).words())
                .isEqualTo("holds: without C (go not found)");
    }

    @Test
    void everyClaimCanBeJudgedByFiguresThatAreShown() {
        assertThat(Experiments.ALL).allSatisfy(experiment -> {
            List<String> keys =
                    experiment.figures().stream().map(Experiment.Shown::key).toList();
            assertThat(keys).doesNotHaveDuplicates();
            assertThat(experiment.claims())
                    .isNotEmpty()
                    .allSatisfy(claim ->
                            assertThat(keys(claim.rule())).as(claim.id()).isSubsetOf(keys));
            assertThat(experiment.charts())
                    .allSatisfy(chart -> assertThat(chart.bars())
                            .extracting(Experiment.Bar::key)
                            .doesNotHaveDuplicates()
                            .isSubsetOf(keys));
        });
    }

    private static List<String> keys(ClaimRule rule) {
        return switch (rule) {
            case ClaimRule.Ratio times -> List.of(times.of(), times.to());
            case ClaimRule.Amount amount -> List.of(amount.key());
            case ClaimRule.SameText order -> List.of(order.key());
            case RankRule extreme ->
                Stream.concat(Stream.of(extreme.one()), extreme.others().stream())
                        .map(Rival::key)
                        .toList();
            case ClaimRule.OfSize given ->
                Stream.concat(Stream.of(given.key()), keys(given.then()).stream())
                        .toList();
        };
    }

    private static JdkRuns one(Measured... figures) {
        return new JdkRuns(List.of(run(1, figures)));
    }

    private static ExperimentRun run(int repeat, Measured... figures) {
        return new ExperimentRun(
                "x", "x", "full", repeat, 3, "25.0.3", "", CaptureEnd.COMPLETE.status(), List.of(figures));
    }

    private static ExperimentRun run(String status, Measured... figures) {
        return new ExperimentRun("x", "x", "full", 1, 3, "25.0.3", "", status, List.of(figures));
    }

    private static Measured nanos(String key, long value) {
        return new Measured(key, Unit.NANOS, value, Long.toString(value));
    }

    private static Measured bytes(String key, long value) {
        return new Measured(key, Unit.BYTES, value, Long.toString(value));
    }

    private static Measured count(String key, long value) {
        return new Measured(key, Unit.COUNT, value, Long.toString(value));
    }

    private static Measured words(String words) {
        return new Measured("order", Unit.WORDS, 0, words);
    }
}
