package dev.loomweight.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.junit.spi.NewThreads;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;

class FailureReportTest {

    private static final String IN_CLASS = "[engine:junit-jupiter]/[class:com.acme.Cart]";

    private static TestSpan span(String id, String display, String method) {
        return new TestSpan(
                id,
                display,
                "com.acme.Cart",
                method,
                1,
                "main",
                Instant.EPOCH,
                Instant.EPOCH,
                List.of(),
                new NewThreads(0, 0));
    }

    /** What is reported of one failed test, by the names that reports take. */
    private static List<String> reported(TestSpan failed) {
        List<String> names = new ArrayList<>();
        EngineExecutionListener listener = new EngineExecutionListener() {
            @Override
            public void executionFinished(TestDescriptor test, TestExecutionResult result) {
                result.getThrowable().ifPresent(thrown -> {
                    names.add(test.getParent().orElseThrow().getLegacyReportingName());
                    names.add(test.getDisplayName());
                    names.add(String.valueOf(thrown.getMessage()));
                });
            }
        };
        new FailureReport(listener, UniqueId.forEngine(GateEngine.ID))
                .report(List.of(new Failure(failed, Verdict.Subject.PINS, "there is a pin")));
        return names;
    }

    @Test
    void reportsNameTheWholeClassOfATest() {
        assertThat(reported(span(IN_CLASS + "/[method:pays()]", "pays()", "pays")))
                .containsExactly("com.acme.Cart", "pays() [pins]", "there is a pin");
    }

    @Test
    void ofSeveralRunsNameAndMessageSayWhich() {
        assertThat(List.of(
                        IN_CLASS + "/[test-template:pays(java.lang.String)]/[test-template-invocation:#2]",
                        IN_CLASS + "/[test-factory:pays()]/[dynamic-container:#1]/[dynamic-test:#2]",
                        "[engine:junit-jupiter]/[class-template:com.acme.Cart]/[class-template-invocation:#2]/[method:pays()]",
                        "[engine:testng]/[class:com.acme.Cart]/[method:pays(java.lang.String)]/[invoc:1]"))
                .allSatisfy(id -> assertThat(reported(span(id, "[2] card", "pays")))
                        .containsExactly("com.acme.Cart", "pays [2] card [pins]", "in [2] card: there is a pin"));
    }
}
