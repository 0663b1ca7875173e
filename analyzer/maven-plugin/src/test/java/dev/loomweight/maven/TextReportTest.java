package dev.loomweight.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {

    private static final TextReport REPORT = TextReport.of(List.of(
            "tests-1.jfr",
            "━━━━━━━━━━━",
            "",
            "Budgets ─────",
            "",
            "  Of 2 budgets, 1 is exceeded.",
            "",
            "  Budget  Outcome",
            "  ────────────────",
            "  pins    exceeded",
            "",
            "What was recorded ─────",
            "",
            "  Recorded: pins"));

    @Test
    void aSectionEndsAtTheNextHeading() {
        assertThat(REPORT.section("Budgets"))
                .containsExactly(
                        "  Of 2 budgets, 1 is exceeded.",
                        "",
                        "  Budget  Outcome",
                        "  ────────────────",
                        "  pins    exceeded");
        assertThat(REPORT.section("What was recorded")).containsExactly("  Recorded: pins");
    }

    @Test
    void aSectionThatIsNotThereHasNoLines() {
        assertThat(REPORT.section("Pins")).isEmpty();
    }

    @Test
    void argumentsAreQuotedAsTheLauncherReadsThem() {
        assertThat(AnalyzerProcess.quoted("C:\\a b\\\"x\"\tz")).isEqualTo("\"C:\\\\a b\\\\\\\"x\\\"\\tz\"");
    }
}
