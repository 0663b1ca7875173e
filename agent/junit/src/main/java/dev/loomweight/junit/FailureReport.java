package dev.loomweight.junit;

import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
     * @param failures in the order in which they are reported
     */
    void report(List<Failure> failures) {
        // Not the descriptor that was discovered: the launcher holds the end of that one back until the engine returns,
        // and if other engines run after this one, it has returned long ago.
        TestDescriptor root = new EngineDescriptor(engine, "Loomweight");
        Map<String, List<Failure>> byClass = new LinkedHashMap<>();
        failures.forEach(failure -> byClass.computeIfAbsent(failure.test().className(), name -> new ArrayList<>())
                .add(failure));
        listener.executionStarted(root);
        byClass.forEach((name, tests) -> reportClass(root, name, tests));
        listener.executionFinished(root, TestExecutionResult.successful());
    }

    private void reportClass(TestDescriptor root, String name, List<Failure> failures) {
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
        failures.forEach(failure -> {
            TestSpan test = failure.test();
            String type = failure.subject() == Verdict.Subject.PINS ? "test" : "threads";
            TestDescriptor node = new Node(
                    container.getUniqueId().append(type, test.id()),
                    test.runName() + failure.suffix(),
                    source(failure),
                    TestDescriptor.Type.TEST);
            container.addChild(node);
            listener.dynamicTestRegistered(node);
            listener.executionStarted(node);
            listener.executionFinished(node, TestExecutionResult.failed(failure.error()));
        });
        listener.executionFinished(container, TestExecutionResult.successful());
    }

    /** Not the method itself: Surefire names tests by their methods, and would add the failure to that test's runs. */
    private static @Nullable TestSource source(Failure failure) {
        TestSpan test = failure.test();
        if (test.className().isEmpty()) {
            return null;
        }
        String method = test.methodName();
        // Surefire passes over display names; of several runs of a method, the report would not say which.
        String name = method == null || test.isInvocation() ? test.runName() : method;
        return MethodSource.from(test.className(), name + failure.suffix());
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
