package dev.loomweight.junit.spi;

import java.nio.file.Path;
import java.util.List;

/** Decides from the recording of a test run which tests fail. */
public interface GateJudge {

    /**
     * Attributes what was recorded to tests, by time and thread, and holds it against their claims.
     *
     * @param recording of all these tests, closed
     * @param spans of all tests and classes that ran, also those without claims, in the order of their starts
     * @param setup where the project and its class files are
     * @return a verdict for each span that has claims, its own or from the project's configuration
     * @throws RuntimeException if the configuration cannot be used; its message is one line that says what to do
     */
    Verdicts judge(Path recording, List<TestSpan> spans, GateSetup setup);
}
