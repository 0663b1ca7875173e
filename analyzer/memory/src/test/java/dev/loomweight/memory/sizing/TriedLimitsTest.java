package dev.loomweight.memory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.sizing.Proposal.Flag;
import dev.loomweight.memory.sizing.Proposal.Plan;
import dev.loomweight.report.Finding;
import dev.loomweight.report.SectionText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a run under a limit that did not go as the first one. */
class TriedLimitsTest {

    private static final long MB = 1 << 20;

    private static final Plan PLAN = new Plan(
            400 * MB, 20 * MB, 294 * MB, true, List.of(new Flag("-Xmx294m", ""), new Flag("-XX:+UseG1GC", "")));

    private static Trial trial(@Nullable Plan plan, int status, String refused) {
        Trial.Run run = new Trial.Run(status, true, 0, Quantity.of(100 * MB), 0, 1_000);
        return new Trial(plan, true, "cgroup", run, refused, "", Quantity.unknown(""), Quantity.unknown(""));
    }

    private static Finding finding(Trial trial) {
        TriedLimits tried = new TriedLimits(trial(null, 0, ""));
        tried.add("comfortable limit", PLAN, trial, false);
        return tried.section().findings().getFirst();
    }

    @Test
    void aJvmThatRefusesToStartDidNotNeedMore() {
        Finding finding = finding(trial(PLAN, 1, "Initial heap size set to a larger value than the maximum heap size"));

        assertThat(finding.summary())
                .isEqualTo("Under 400 MB (comfortable limit, -Xmx294m) it failed: its JVM refused to start with these"
                        + " flags (Initial heap size set to a larger value than the maximum heap size); exit status 1"
                        + " instead of 0.");
        assertThat(finding.explanation())
                .startsWith("The flags were -Xmx294m -XX:+UseG1GC.")
                .doesNotContain("needed more");
        assertThat(finding.solution()).doesNotContain("higher limit");
    }

    /** The charge counts where the kernel kept the limit; a peak at the limit says nothing of a reserve. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            300, 100, 'Its peak was 300 MB: 100 MB of the limit (25 %) were reserve.'
            400, 100, -
            -,   100, 'Its peak was 100 MB: 300 MB of the limit (75 %) were reserve.'
            """)
    void whatWasReserveAndWithWhichFlags(@Nullable Long charged, long resident, @Nullable String reserve) {
        TriedLimits tried = new TriedLimits(trial(null, 0, ""));
        Trial.Run run = new Trial.Run(0, true, 0, Quantity.of(resident * MB), 0, 1_000);
        Quantity peak = charged == null ? Quantity.unknown("") : Quantity.of(charged * MB);
        tried.add("least limit", PLAN, new Trial(PLAN, true, "cgroup", run, "", "", peak, Quantity.unknown("")), false);

        assertThat(SectionText.of(tried.section()))
                .contains("Under 400 MB (least limit, -Xmx294m) it ended as in the first run."
                        + (reserve == null ? "\n" : " " + reserve))
                .contains("least limit | -Xmx294m -XX:+UseG1GC");
    }

    @Test
    void whatFailsOtherwiseNeededMore() {
        Finding finding = finding(trial(PLAN, 1, ""));

        assertThat(finding.explanation()).endsWith("this run needed more.");
        assertThat(finding.solution()).startsWith("Set a higher limit.");
    }
}
