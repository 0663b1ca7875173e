package dev.loomweight.junit.samples;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests as build tools and IDEs do, and prints what each of them came to: {@code Runner CLASS...}, a plan each; with
 * {@code -Dengines=ID,...} with these engines alone, with {@code -Dother=true} with {@link OtherEngine}, too.
 */
public final class Runner {

    private Runner() {}

    /**
     * Runs them.
     *
     * @param classes their names
     * @throws ClassNotFoundException if there is none of that name
     */
    public static void main(String[] classes) throws ClassNotFoundException {
        for (String name : classes) {
            LauncherDiscoveryRequestBuilder request =
                    LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Class.forName(name)));
            String engines = System.getProperty("engines", "");
            if (!engines.isEmpty()) {
                request.filters(EngineFilter.includeEngines(engines.split(",")));
            }
            LauncherConfig.Builder config = LauncherConfig.builder();
            if (Boolean.getBoolean("other")) {
                config.addTestEngines(new OtherEngine());
            }
            Launcher launcher = LauncherFactory.create(config.build());
            launcher.execute(request.build(), new Printer());
        }
        // As Surefire does: threads that tests leave do not keep the JVM.
        System.exit(0);
    }

    private static final class Printer implements TestExecutionListener {

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                String message = result.getThrowable()
                        .map(thrown -> String.valueOf(thrown.getMessage()))
                        .orElse("");
                System.out.println(result.getStatus() + " " + test.getDisplayName() + " " + message.replace('\n', '|'));
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            System.out.println("SKIPPED " + test.getDisplayName() + " " + reason);
        }
    }
}
