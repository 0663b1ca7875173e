package dev.loomweight.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run of tests comes to under the gate: tests are started as build tools and IDEs start them. */
class GateTest {

    private static final String SAMPLES = "dev.loomweight.junit.samples.";
    private static final String RUNNER = SAMPLES + "Runner";
    private static final String NEWEST = "loomweight.jdk.newest";

    @TempDir
    Path folder;

    private static Path jdk(String property) {
        String home = property.equals(NEWEST)
                ? System.getProperty(property, System.getProperty("java.home"))
                : System.getProperty(property, "");
        Assumptions.assumeTrue(
                !home.isEmpty(),
                "no JDK is named by -D" + property + "; scripts/test finds or fetches one and names it");
        return Path.of(home);
    }

    private TestJvm run(String jdk, String... arguments) throws IOException, InterruptedException {
        return TestJvm.run(jdk(jdk), folder, TestJvm.OLDEST_JUNIT, List.of(arguments));
    }

    private static void assertGated(TestJvm run) {
        assertThat(run.line("pins() [pins]"))
                .startsWith("FAILED ")
                .contains("@NoPins")
                .contains("1 pin")
                .contains("Pinning$First");
        assertThat(run.line("pinsToo() [pins]")).startsWith("FAILED ").contains("Pinning$Fourth");
        assertThat(run.line("expectedInVain() [pins]")).startsWith("FAILED ").contains("@ExpectPins");
        assertThat(run.line("unreadable() [pins]"))
                .startsWith("FAILED ")
                .contains("could not be measured")
                .contains("20 hours");
        assertThat(run.lines()).filteredOn(line -> line.startsWith("FAILED")).hasSize(4);
        // The tests themselves had passed: what fails is named for them.
        assertThat(run.lines())
                .filteredOn(line -> line.startsWith("SUCCESSFUL"))
                .hasSize(7);
        assertThat(run.errors()).contains("Gated.allowed(): ").contains("known");
        assertThat(run.recordings()).hasSize(1);
        assertThat(run.recordings().get(0).getFileName().toString()).matches("tests-\\d+\\.jfr");
    }

    @Test
    void testsFailByTheirPins() throws Exception {
        assertGated(run(NEWEST, RUNNER, SAMPLES + "Gated"));
    }

    @Test
    void testsOfAnyEngineFailByTheirClaimsAlone() throws Exception {
        TestJvm run = run(NEWEST, "-Dother=true", "-Dengines=other,loomweight", RUNNER, SAMPLES + "OtherEngine");

        assertThat(run.lines())
                .filteredOn(line -> line.startsWith("FAILED"))
                .allMatch(line -> line.contains("@NoPins allows no pin longer than 1 ms, and there is 1 pin, "))
                .extracting(line -> line.substring(0, line.indexOf(" [pins]")))
                .containsExactlyInAnyOrder(
                        "FAILED claimed feature", "FAILED claimed by class", "FAILED claimed scenario");
        assertThat(run.lines())
                .filteredOn(line -> line.startsWith("SUCCESSFUL"))
                .hasSize(11);
        assertThat(run.errors())
                .contains("no test of no.Such is gated by its annotations, which cannot be read: ")
                .contains("no test of no.Other is gated by its annotations, which cannot be read: ");
    }

    @Tag("applications")
    @Test
    void testsWithoutAClassFailWhereEveryTestIsJudged() throws Exception {
        Files.writeString(folder.resolve("loomweight.toml"), "[tests]\nevery = true\ninclude-class-loading = true\n");

        TestJvm run = run(NEWEST, "-Dother=true", "-Dengines=other,loomweight", RUNNER, SAMPLES + "OtherEngine");

        assertThat(run.line("file pins [pins]")).startsWith("FAILED ").contains("Pinning$Fifth");
        assertThat(run.line("free feature [pins]")).startsWith("FAILED ").contains("Pinning$Sixth");
        assertThat(run.lines()).filteredOn(line -> line.startsWith("FAILED")).hasSize(5);
    }

    @Tag("applications")
    @Test
    void testsFailByTheirPinsOnTheOldestJdk() throws Exception {
        assertGated(run("loomweight.jdk21", RUNNER, SAMPLES + "Gated"));
    }

    /** Before JDK 24, where who waits for a monitor holds its carrier. */
    @Tag("applications")
    @Test
    void aWaitForAMonitorIsOfClassLoadingWhereItsOwnerLoads() throws Exception {
        TestJvm run = run("loomweight.jdk21", RUNNER, SAMPLES + "FirstUse");

        assertThat(run.lines()).filteredOn(line -> line.startsWith("FAILED")).hasSize(2);
        assertThat(run.line("pinsWhileTheOwnerDwells() [pins]"))
                .contains("no wait for a monitor longer than 20 ms, and there is 1 pin, ");
        assertThat(run.line("pinsWhereLoadingCounts() [pins]")).contains("there is 1 pin, ");
        assertThat(run.errors())
                .contains("FirstUse.quietWhileTheOwnerLoads(): Not counted: 1 pin, ")
                .contains(", of waiting for a monitor whose owner loaded classes, which happens once");
    }

    @Tag("applications")
    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", NEWEST})
    void testsFailByTheirPinsWithTheNewestJunit(String jdk) throws Exception {
        Path junit = Path.of("target/newest-junit/junit-platform-console-standalone.jar")
                .toAbsolutePath();
        assertThat(junit).exists();

        assertGated(TestJvm.run(jdk(jdk), folder, junit.toString(), List.of(RUNNER, SAMPLES + "Gated")));
    }

    @Tag("applications")
    @Test
    void whereTheEngineIsFilteredOutTheEngineOfTheTestsFails() throws Exception {
        TestJvm run = run(NEWEST, "-Dengines=junit-jupiter", RUNNER, SAMPLES + "Gated");

        assertThat(run.line("JUnit Jupiter"))
                .startsWith("FAILED ")
                .contains("Gated.pins() [pins]: ")
                .contains("Gated.expectedInVain() [pins]: ")
                .contains("'loomweight' is not among the engines");
    }

    @Tag("applications")
    @Test
    void withoutJfrAnnotatedTestsFailAndOthersDoNot() throws Exception {
        String modules = "--limit-modules=java.base,java.logging,java.management,java.xml,jdk.unsupported";

        TestJvm run = run(NEWEST, modules, RUNNER, SAMPLES + "OfQuarkus", SAMPLES + "Unannotated");

        assertThat(run.line("quiet() [pins]"))
                .startsWith("FAILED ")
                .contains("could not be measured")
                .contains("jdk.jfr");
        assertThat(run.line("pinsInVain() [pins]")).startsWith("FAILED ").contains("could not be measured");
        assertThat(run.lines()).filteredOn(line -> line.startsWith("FAILED")).hasSize(2);
        assertThat(run.recordings()).isEmpty();
    }

    @Tag("applications")
    @Test
    void withoutJfrTestsFailForWhichTheProjectClaimsSomething() throws Exception {
        Files.writeString(folder.resolve("loomweight.toml"), "[tests]\nevery = true\n");
        String modules = "--limit-modules=java.base,java.logging,java.management,java.xml,jdk.unsupported";

        TestJvm run = run(NEWEST, modules, RUNNER, SAMPLES + "Unannotated");

        assertThat(run.line("pins() [pins]")).startsWith("FAILED ").contains("could not be measured");
    }

    @Tag("applications")
    @Test
    void aTestThatTakesTheRecordingAwayCouldNotBeMeasured() throws Exception {
        TestJvm run = run(NEWEST, RUNNER, SAMPLES + "ClosesRecordings");

        assertThat(run.line("closes() [pins]"))
                .startsWith("FAILED ")
                .contains("could not be measured")
                .contains("closed while the tests ran");
    }

    @Tag("applications")
    @Test
    void besideAnotherRecordingPinsAreFoundAllTheSame() throws Exception {
        TestJvm run = run(NEWEST, "-XX:StartFlightRecording:settings=default", RUNNER, SAMPLES + "Gated");

        assertThat(run.line("pins() [pins]")).startsWith("FAILED ").contains("Pinning$First");
        assertThat(run.line("quiet()")).startsWith("SUCCESSFUL ");
    }

    @Tag("applications")
    @Test
    void annotationsOfQuarkusAreUnderstood() throws Exception {
        TestJvm run = run(NEWEST, RUNNER, SAMPLES + "OfQuarkus");

        assertThat(run.line("pinsInVain() [pins]")).startsWith("FAILED ").contains("@ShouldPin");
        assertThat(run.lines()).filteredOn(line -> line.startsWith("FAILED")).hasSize(1);
    }

    @Tag("applications")
    @Test
    void runsOfOneJvmAreOneRecording() throws Exception {
        TestJvm run = run(NEWEST, RUNNER, SAMPLES + "Unannotated", SAMPLES + "OfQuarkus", SAMPLES + "RunsOthers");

        // The last runs a plan inside of its own.
        assertThat(run.recordings()).hasSize(1);
        try (Stream<RecordedEvent> pins = RecordingFile.readAllEvents(
                        run.recordings().get(0))
                .stream()
                .filter(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"))) {
            assertThat(pins).isNotEmpty();
        }
        assertThat(run.lines()).filteredOn(line -> line.startsWith("FAILED")).hasSize(1);
    }

    @Tag("applications")
    @Test
    void recordingsCanBeLeftElsewhereOrNotAtAll() throws Exception {
        assertThat(run(NEWEST, "-Dloomweight.keep=false", RUNNER, SAMPLES + "OfQuarkus")
                        .recordings())
                .isEmpty();

        TestJvm run = run(NEWEST, "-Dloomweight.dir=elsewhere", RUNNER, SAMPLES + "OfQuarkus");

        assertThat(run.recordings()).isEmpty();
        assertThat(folder.resolve("elsewhere")).isNotEmptyDirectory();
    }

    /** The class files of the gate's own side are of Java 11, as are those of JUnit 5. */
    @Tag("applications")
    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk11", "loomweight.jdk17"})
    void belowJava21AnnotatedTestsAreSkippedByName(String jdk) throws Exception {
        Path source = folder.resolve("Old.java");
        Files.writeString(source, """
                import dev.loomweight.junit.*;
                import org.junit.jupiter.api.Test;
                public class Old {
                    @NoPins @Test void gated() {}
                    @Test void other() {}
                    public static void main(String[] arguments) throws Exception {
                        org.junit.platform.launcher.core.LauncherFactory.create().execute(
                            org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request()
                                .selectors(org.junit.platform.engine.discovery.DiscoverySelectors.selectClass(Old.class))
                                .build(),
                            new org.junit.platform.launcher.TestExecutionListener() {
                                @Override public void executionSkipped(
                                        org.junit.platform.launcher.TestIdentifier test, String reason) {
                                    System.out.println("SKIPPED " + test.getDisplayName() + " " + reason);
                                }
                                @Override public void executionFinished(org.junit.platform.launcher.TestIdentifier test,
                                        org.junit.platform.engine.TestExecutionResult result) {
                                    System.out.println(result.getStatus() + " " + test.getDisplayName());
                                }
                            });
                    }
                }
                """);
        compile(source);

        TestJvm run = run(jdk, "Old");

        assertThat(run.line("gated()")).startsWith("SKIPPED ").contains("need Java 21 or later");
        assertThat(run.line("other()")).startsWith("SUCCESSFUL ");
        assertThat(run.errors()).doesNotContain("Exception");
        assertThat(run.recordings()).isEmpty();
    }

    private void compile(Path source) throws IOException {
        Files.createDirectories(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of("--release", "11", "-Xlint:-options", "-proc:none", "-cp"));
        arguments.add(Path.of("target/classes").toAbsolutePath() + File.pathSeparator + TestJvm.OLDEST_JUNIT);
        arguments.addAll(List.of("-d", folder.resolve("classes").toString(), source.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
    }
}
