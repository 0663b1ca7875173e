package dev.loomweight.junit;

import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Records each run of tests, from its start to its end, and notes when and on which thread each test ran. JUnit finds it
 * by itself wherever it starts tests.
 */
public final class GateListener implements TestExecutionListener {

    /** Below 21 there is nothing to measure. */
    static final boolean HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;

    private @Nullable TestRun run;

    /** For JUnit. */
    public GateListener() {}

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        if (HAS_VIRTUAL_THREADS && run == null) {
            run = TestRun.start(plan);
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        TestRun current = run;
        if (current != null) {
            current.started(test);
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        TestRun current = run;
        if (current != null) {
            current.finished(test);
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        TestRun current = run;
        if (current != null && current.isOf(plan)) {
            run = null;
            current.end();
        }
    }
}
