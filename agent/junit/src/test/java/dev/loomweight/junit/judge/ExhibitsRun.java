package dev.loomweight.junit.judge;

import dev.loomweight.junit.NoPins;
import dev.loomweight.samples.Gallery;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A JVM that runs exhibits of the gallery as tests: the gate finds this plan by itself, as it finds any.
 *
 * <p>Arguments: the names of the exhibits, with commas between them, and the file for the results: by the name of each
 * test that ended, the message of its failure, or nothing.
 */
public final class ExhibitsRun {

    private static final String NAMES = "dev.loomweight.junit.judge.exhibits";

    private ExhibitsRun() {}

    /** The exhibits, each a test. */
    @NoPins(atMost = 0, includeClassLoading = true)
    public static class Exhibits {

        /** For JUnit. */
        public Exhibits() {}

        static Stream<String> names() {
            return Arrays.stream(System.getProperty(NAMES, "").split(",", -1));
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("names")
        void shows(String name) throws Exception {
            Gallery.main(new String[] {name});
        }
    }

    /** Runs them. */
    public static void main(String[] args) throws IOException {
        System.setProperty(NAMES, args[0]);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Exhibits.class))
                .build();
        Properties results = new Properties();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest() || result.getThrowable().isPresent()) {
                    results.setProperty(
                            // Which JUnit 6 puts into quotes, being a text.
                            test.getDisplayName().replace("\"", "").replaceFirst("^shows ", ""),
                            result.getThrowable().map(ExhibitsRun::message).orElse(""));
                }
            }
        });
        try (OutputStream out = Files.newOutputStream(Path.of(args[1]))) {
            results.store(out, null);
        }
        // Threads that exhibits strand are virtual; whatever else runs is none of the tests'.
        System.exit(0);
    }

    private static String message(Throwable e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
