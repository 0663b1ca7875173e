package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.faults.FaultFindings;
import dev.loomweight.faults.FaultFindings.Said;
import dev.loomweight.report.Finding;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A check that fails names the known faults that its inputs show, whatever was over its budget. */
class CheckFaultsTest {

    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final Path RECORDING = RESOURCES.resolve("advice/pgjdbc-42.5.4-jdk21.jfr");

    private static Check.Judgement judge(Path path, CheckRequest.Suppressed... suppressed) {
        return Check.judge(new CheckRequest(
                List.of(path),
                null,
                CheckRequest.MARGIN,
                List.of(new CheckRequest.Rule("pins", 0)),
                List.of(suppressed),
                false,
                false,
                PinRequest.NONE,
                0,
                LocalDate.EPOCH));
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
        Check.Judgement judgement =
                judge(RECORDING, new CheckRequest.Suppressed("", "", "pins", "the driver is known", null));

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
