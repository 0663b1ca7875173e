package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.budget.Limit;
import dev.loomweight.fleet.budget.Suppression;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.faults.FaultFindings.Said;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.report.Finding;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A check that fails names the known faults that its inputs show, whatever was over its budget. */
class CheckFaultsTest {

    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final Path RECORDING = RESOURCES.resolve("advice/pgjdbc-42.5.4-jdk21.jfr");

    private static Check.Judgement judge(Path path, Suppression... suppressed) {
        Options given = InputOptions.of(path)
                .with(CheckOptions.LIMITS, List.of(Limit.of(CheckOptions.FIGURES, "pins", 0)))
                .with(CheckOptions.SUPPRESSED, List.of(suppressed));
        return Check.judge(given, count -> {});
    }

    private static List<Finding> findings(Check.Judgement judgement) {
        return judgement.answer().report().sections().stream()
                .flatMap(section -> section.findings().stream())
                .toList();
    }

    @Test
    void aBudgetThatIsExceededNamesTheLibrarysFault() {
        Check.Judgement judgement = judge(RECORDING);

        assertThat(judgement.passed()).isFalse();
        assertThat(FaultFindings.said(findings(judgement))).containsExactly(new Said("pgjdbc-pins", false));
    }

    @Test
    void aCheckThatPassesNamesNone() {
        Check.Judgement judgement = judge(RECORDING, new Suppression("", "", "pins", "the driver is known", null));

        assertThat(judgement.passed()).isTrue();
        assertThat(FaultFindings.said(findings(judgement))).isEmpty();
    }

    /** The dumps of a hang have no pins to measure, which is a failure: why it hangs is more than that. */
    @Test
    void whatCouldNotBeMeasuredNamesTheHang() {
        Check.Judgement judgement = judge(RESOURCES.resolve("dumps/faults/lost-block"));

        assertThat(judgement.passed()).isFalse();
        // A release of one vendor has the fix.
        assertThat(FaultFindings.said(findings(judgement))).containsExactly(new Said("JDK-8373120", false));
    }

    @Test
    void aFailureWithoutAKnownFaultHasNone() {
        Check.Judgement judgement = judge(RESOURCES.resolve("recordings/21"));

        assertThat(judgement.passed()).isFalse();
        assertThat(FaultFindings.said(findings(judgement))).isEmpty();
        assertThat(judgement.answer().report().sections())
                .noneMatch(section -> section.id().equals("faults"));
    }
}
