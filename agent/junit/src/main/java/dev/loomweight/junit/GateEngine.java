package dev.loomweight.junit;

import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/**
 * Through which tests fail that had ended before their recording was read: as further tests, named after them, at the end
 * of the run. Without failures there are none.
 */
public final class GateEngine implements TestEngine {

    static final String ID = "loomweight";

    /** For JUnit. */
    public GateEngine() {}

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
        return new EngineDescriptor(id, "Loomweight");
    }

    @Override
    public void execute(ExecutionRequest request) {
        TestDescriptor root = request.getRootTestDescriptor();
        TestRun run = root.getUniqueId().getSegments().size() == 1 ? TestRun.ofThisThread() : null;
        if (run == null) {
            // Inside of a suite, or of a launcher without listeners: the outer run reports.
            request.getEngineExecutionListener().executionStarted(root);
            request.getEngineExecutionListener().executionFinished(root, TestExecutionResult.successful());
        } else {
            run.reportTo(new FailureReport(request.getEngineExecutionListener(), root.getUniqueId()));
        }
    }
}
