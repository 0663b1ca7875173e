package dev.loomweight.junit;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/**
 * What the annotations register: skips their tests below Java 21, by name, and reports failures where the engine that
 * does so ({@link GateEngine}) was filtered out of the run.
 */
@SuppressWarnings("deprecation") // the successor of CloseableResource is not in JUnit 5.11
public final class GateExtension implements ExecutionCondition, BeforeAllCallback {

    /** For JUnit. */
    public GateExtension() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (GateListener.HAS_VIRTUAL_THREADS) {
            return ConditionEvaluationResult.enabled("Java 21 or later");
        }
        return ConditionEvaluationResult.disabled(
                "pins of virtual threads need Java 21 or later; this is Java " + Runtime.version());
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        TestRun run = TestRun.current();
        if (run == null || run.reportedByEngine()) {
            return;
        }
        // The root's resources are closed when all tests of the engine have ended; what that throws fails the engine.
        context.getRoot()
                .getStore(Namespace.create(GateExtension.class))
                .getOrComputeIfAbsent(
                        TestRun.class, key -> (CloseableResource) run::failTogether, CloseableResource.class);
    }
}
