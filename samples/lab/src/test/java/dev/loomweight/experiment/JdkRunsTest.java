package dev.loomweight.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.experiment.ClaimVerdict.Decision;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Measured;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Unit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Figures of several programs: which belong together, and whose reason is that of a missing one. */
class JdkRunsTest {

    private static final ClaimRule TWICE = new ClaimRule.Ratio("two", "one", Bounds.exactly(2), "twice");
    private static final Map<String, String> PARTS = Map.of("one", "a", "two", "b");

    @Test
    void whatProgramsMeasureInOneRepetitionIsCompared() {
        // Across repetitions it would be 10 to 40 times.
        ClaimVerdict verdict = TWICE.judge(new JdkRuns(List.of(
                run("a", 1, count("one", 10)),
                run("a", 2, count("one", 100)),
                run("b", 1, count("two", 20)),
                run("b", 2, count("two", 200)))));

        assertThat(verdict).isEqualTo(new ClaimVerdict(Decision.HOLDS, "2.0 times", ""));
    }

    @Test
    void whatIsRunTwiceMakesTwoRounds() {
        JdkRuns runs = new JdkRuns(List.of(run("a", 1, count("one", 10)), run("a", 1, count("one", 30))));

        assertThat(runs.spread("one")).hasValueSatisfying(spread -> {
            assertThat(spread.count()).isEqualTo(2);
            assertThat(spread.median()).isEqualTo(20);
        });
    }

    @Test
    void aFigureThatSeveralTellIsThatOfTheFirstThatHasIt() {
        JdkRuns runs = new JdkRuns(List.of(
                run("c", 1, count("clients", 3)),
                run("b", 1, count("clients", 2)),
                run("a", 1, absent("clients", "no clients"))));

        assertThat(runs.figures("clients")).containsExactly(count("clients", 2));
    }

    @Test
    void aFigureIsMissingForTheReasonOfItsOwnProgram() {
        JdkRuns runs = new JdkRuns(
                List.of(
                        failed("a", "failed while running"),
                        run("b", 1, absent("two", "go not found")),
                        failed("c", "cannot start c")),
                PARTS);

        assertThat(runs.whyAbsent("one")).isEqualTo("failed while running");
        assertThat(runs.whyAbsent("two")).isEqualTo("go not found");
        assertThat(runs.whyAbsent("three")).as("of no known program").isEqualTo("failed while running");
        assertThat(TWICE.judge(runs)).isEqualTo(ClaimVerdict.undecided("go not found"));
    }

    @Test
    void anothersFailureIsNotTheReason() {
        JdkRuns runs = new JdkRuns(List.of(failed("a", "failed while running"), run("b", 1)), PARTS);

        assertThat(runs.whyAbsent("two")).isEqualTo("not measured");
    }

    private static ExperimentRun run(String part, int repeat, Measured... figures) {
        return new ExperimentRun(
                "x", part, "full", repeat, 3, "25.0.3", "", CaptureEnd.COMPLETE.status(), List.of(figures));
    }

    private static ExperimentRun failed(String part, String status) {
        return new ExperimentRun("x", part, "full", 1, 3, "25.0.3", "", status, List.of());
    }

    private static Measured count(String key, long value) {
        return new Measured(key, Unit.COUNT, value, Long.toString(value));
    }

    private static Measured absent(String key, String why) {
        return new Measured(key, Unit.ABSENT, 0, why);
    }
}
