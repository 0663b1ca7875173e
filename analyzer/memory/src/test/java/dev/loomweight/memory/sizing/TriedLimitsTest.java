package dev.loomweight.memory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.sizing.Proposal.Flag;
import dev.loomweight.memory.sizing.Proposal.Plan;
import dev.loomweight.report.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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

    @Test
    void whatFailsOtherwiseNeededMore() {
        Finding finding = finding(trial(PLAN, 1, ""));

        assertThat(finding.explanation()).endsWith("this run needed more.");
        assertThat(finding.solution()).startsWith("Set a higher limit.");
    }
}
