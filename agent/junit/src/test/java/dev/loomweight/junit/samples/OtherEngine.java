package dev.loomweight.junit.samples;

import dev.loomweight.junit.NoPins;
import java.io.File;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.descriptor.FileSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.engine.support.descriptor.UriSource;

/**
 * An engine whose tests are no Java methods, or name methods that are not there, as those of Spock, Kotest and Cucumber.
 * What is named "claimed" is of an annotation; nothing is claimed of the others.
 */
public final class OtherEngine implements TestEngine {

    /** What Spock has on the methods that it makes of features. */
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Feature {
        /** {@return the title} */
        String name();
    }

    static final class Spec {

        @Feature(name = "a free feature")
        void feature0() {}

        @NoPins(includeClassLoading = true)
        @Feature(name = "a claimed feature")
        void feature1() {}
    }

    @NoPins(includeClassLoading = true)
    static final class Claimed {}

    @Override
    public String getId() {
        return "other";
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
        TestDescriptor root = new EngineDescriptor(id, "Other");
        TestSource file = FileSource.from(new File("shop.feature"));
        String spec = Spec.class.getName();
        root.addChild(new Node(root, "nothing", null, TestDescriptor.Type.TEST, null));
        root.addChild(new Node(root, "uri", UriSource.from(URI.create("urn:shop")), TestDescriptor.Type.TEST, null));
        root.addChild(new Node(root, "file pins", file, TestDescriptor.Type.TEST, Pinning.Fifth.class));
        root.addChild(
                new Node(root, "no method", MethodSource.from(spec, "no such", "int"), TestDescriptor.Type.TEST, null));
        root.addChild(new Node(root, "no class", MethodSource.from("no.Such", "x"), TestDescriptor.Type.TEST, null));
        root.addChild(new Node(root, "no class either", ClassSource.from("no.Other"), TestDescriptor.Type.TEST, null));
        root.addChild(new Node(
                root,
                "free feature",
                MethodSource.from(spec, "a free feature"),
                TestDescriptor.Type.TEST,
                Pinning.Sixth.class));
        Node rows = new Node(
                root,
                "claimed feature",
                MethodSource.from(spec, "a claimed feature"),
                TestDescriptor.Type.CONTAINER_AND_TEST,
                Pinning.Seventh.class);
        rows.addChild(new Node(rows, "claimed row", null, TestDescriptor.Type.TEST, null));
        root.addChild(rows);
        ClassSource claimed = ClassSource.from(Claimed.class);
        root.addChild(new Node(root, "claimed by class", claimed, TestDescriptor.Type.TEST, Pinning.Eighth.class));
        Node container = new Node(root, "Claimed", claimed, TestDescriptor.Type.CONTAINER, null);
        container.addChild(
                new Node(container, "claimed scenario", file, TestDescriptor.Type.TEST, Pinning.Ninth.class));
        root.addChild(container);
        return root;
    }

    @Override
    public void execute(ExecutionRequest request) {
        run(request.getRootTestDescriptor(), request.getEngineExecutionListener());
    }

    private static void run(TestDescriptor test, EngineExecutionListener listener) {
        listener.executionStarted(test);
        TestExecutionResult result = TestExecutionResult.successful();
        try {
            if (test instanceof Node node) {
                node.run();
            }
            test.getChildren().forEach(child -> run(child, listener));
        } catch (InterruptedException e) {
            result = TestExecutionResult.failed(e);
        }
        listener.executionFinished(test, result);
    }

    private static final class Node extends AbstractTestDescriptor {

        private final TestDescriptor.Type type;
        private final @Nullable Class<?> initialized;

        /** @param initialized what it pins by; null for nothing */
        Node(
                TestDescriptor parent,
                String name,
                @Nullable TestSource source,
                TestDescriptor.Type type,
                @Nullable Class<?> initialized) {
            super(parent.getUniqueId().append("node", name), name, source);
            this.type = type;
            this.initialized = initialized;
        }

        void run() throws InterruptedException {
            if (initialized != null) {
                Pinning.byInitializing(initialized);
            }
        }

        @Override
        public TestDescriptor.Type getType() {
            return type;
        }
    }
}
