package dev.loomweight.junit;

import dev.loomweight.junit.spi.TestSpan;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** Reports failures as tests of the gate's engine: in a container for each class, with the sources of the real tests. */
final class FailureReport {

    /**
     * What the name of a test that fails by its pins ends with. With its bare name, Surefire would take the failure and
     * the success before it for two attempts of one flaky test when it reruns failures, and pass.
     */
    static final String SUFFIX = " [pins]";

    /** Where the failures of tests are that no class has, such as those of engines whose tests are files. */
    private static final String WITHOUT_CLASS = "tests without a class";

    private final EngineExecutionListener listener;
    private final UniqueId engine;

    /**
     * For one run.
     *
     * @param listener of the engine
     * @param engine its root
     */
    FailureReport(EngineExecutionListener listener, UniqueId engine) {
        this.listener = listener;
        this.engine = engine;
    }

    /**
     * Reports the engine's start, the failures and its end.
     *
     * @param failures messages by test, in the order in which they are reported
     */
    void report(Map<TestSpan, String> failures) {
        // Not the descriptor that was discovered: the launcher holds the end of that one back until the engine returns,
        // and if other engines run after this one, it has returned long ago.
        TestDescriptor root = new EngineDescriptor(engine, "Loomweight");
        Map<String, Map<TestSpan, String>> byClass = new LinkedHashMap<>();
        failures.forEach((test, message) -> byClass.computeIfAbsent(test.className(), name -> new LinkedHashMap<>())
                .put(test, message));
        listener.executionStarted(root);
        byClass.forEach((name, tests) -> reportClass(root, name, tests));
        listener.executionFinished(root, TestExecutionResult.successful());
    }

    private void reportClass(TestDescriptor root, String name, Map<TestSpan, String> failures) {
        TestDescriptor container = name.isEmpty()
                ? new Node(engine.append("class", WITHOUT_CLASS), WITHOUT_CLASS, null, TestDescriptor.Type.CONTAINER)
                : new Node(
                        engine.append("class", name),
                        name.substring(name.lastIndexOf('.') + 1),
                        ClassSource.from(name),
                        TestDescriptor.Type.CONTAINER);
        root.addChild(container);
        listener.dynamicTestRegistered(container);
        listener.executionStarted(container);
        failures.forEach((test, message) -> {
            TestDescriptor node = new Node(
                    container.getUniqueId().append("test", test.id()),
                    test.runName() + SUFFIX,
                    source(test),
                    TestDescriptor.Type.TEST);
            container.addChild(node);
            listener.dynamicTestRegistered(node);
            listener.executionStarted(node);
            listener.executionFinished(node, TestExecutionResult.failed(error(test, message)));
        });
        listener.executionFinished(container, TestExecutionResult.successful());
    }

    /** Not the method itself: Surefire names tests by their methods, and would add the failure to that test's runs. */
    private static @Nullable TestSource source(TestSpan test) {
        if (test.className().isEmpty()) {
            return null;
        }
        String method = test.methodName();
        // Surefire passes over display names; of several runs of a method, the report would not say which.
        String name = method == null || test.isInvocation() ? test.runName() : method;
        return MethodSource.from(test.className(), name + SUFFIX);
    }

    /** {@return the failure of one test} */
    static PinsError error(TestSpan test, String message) {
        return new PinsError((test.isInvocation() ? "in " + test.displayName() + ": " : "") + message);
    }

    private static final class Node extends AbstractTestDescriptor {

        private final Type type;

        Node(UniqueId id, String name, @Nullable TestSource source, Type type) {
            super(id, name, source);
            this.type = type;
        }

        /** As the names of classes in reports: Surefire takes it. */
        @Override
        public String getLegacyReportingName() {
            return getSource()
                    .filter(ClassSource.class::isInstance)
                    .map(source -> ((ClassSource) source).getClassName())
                    .orElse(getDisplayName());
        }

        @Override
        public Type getType() {
            return type;
        }
    }
}
