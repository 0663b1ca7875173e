package dev.loomweight.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Of tests that run at once, or share the threads of a pool, those fail that pin, and no others; none passes by the pin of
 * another. Which must fail is in the names of {@link dev.loomweight.junit.samples.atonce}.
 */
class AtOnceTest {

    private static final String SAMPLES = "dev.loomweight.junit.samples.atonce.";
    private static final List<String> CLASSES = List.of(
            "Lambdas",
            "Shapes",
            "Heir",
            "Fulfilled",
            "Outer",
            "SharedPool",
            "PoolAtOnce",
            "Initializers",
            "ThroughApplication",
            "Outliving");
    private static final String NEWEST_JUNIT = Path.of("target/newest-junit/junit-platform-console-standalone.jar")
            .toAbsolutePath()
            .toString();
    private static final Pattern RESULT = Pattern.compile("(SUCCESSFUL|ABORTED|FAILED) (\\w+)\\(\\)( \\[pins])?.*");

    @TempDir
    private Path folder;

    private TestJvm run(String jdk, String junit, List<String> classes) throws Exception {
        String home = System.getProperty(
                "loomweight.jdk" + (jdk.equals("newest") ? ".newest" : jdk),
                jdk.equals("newest") ? System.getProperty("java.home") : "");
        Assumptions.assumeTrue(
                !home.isEmpty(), "no JDK is named by -Dloomweight.jdk" + jdk + "; scripts/test finds or fetches one");
        assertThat(Path.of(NEWEST_JUNIT)).exists();
        List<String> arguments = new ArrayList<>(List.of(
                "-Djunit.jupiter.execution.parallel.enabled=true",
                "-Djunit.jupiter.execution.parallel.mode.default=concurrent",
                "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
                "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=16"));
        arguments.add("dev.loomweight.junit.samples.Runner");
        classes.forEach(name -> arguments.add(SAMPLES + name));
        return TestJvm.run(
                Path.of(home), folder, junit.equals("newest") ? NEWEST_JUNIT : TestJvm.OLDEST_JUNIT, arguments);
    }

    private static void assertEachByItsOwn(TestJvm run) {
        List<String> wrong = new ArrayList<>();
        List<String> must = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        // Of two threads that are created in the same instant it may not be known whose is which: then no test fails.
        String undecided = run.lines().stream()
                .filter(line -> line.startsWith("FAILED undecided pins [pins] "))
                .collect(Collectors.joining());
        for (String line : run.lines()) {
            if (line.equals(undecided)) {
                continue;
            }
            Matcher result = RESULT.matcher(line);
            assertThat(result.matches()).as(line + "\n" + run.errors()).isTrue();
            if (result.group(3) != null) {
                failed.add(result.group(2));
                if (!mustFail(result.group(2))) {
                    wrong.add(line);
                }
            } else {
                assertThat(result.group(1)).as(line).isNotEqualTo("FAILED");
                if (mustFail(result.group(2))) {
                    must.add(result.group(2));
                }
            }
        }
        assertThat(wrong).as("innocent tests that fail").isEmpty();
        assertThat(failed).as("tests that fail").isSubsetOf(must);
        must.stream()
                .filter(name -> !failed.contains(name))
                .forEach(name -> assertThat(undecided).contains(name));
        assertThat(must).hasSizeGreaterThan(20);
        assertThat(run.lines()).filteredOn(line -> line.startsWith("ABORTED")).hasSize(1);
    }

    private static boolean mustFail(String name) {
        return name.startsWith("pins") || name.startsWith("vain");
    }

    @Test
    void eachTestFailsByItsOwnPinsAlone() throws Exception {
        assertEachByItsOwn(run("newest", "newest", CLASSES));
    }

    @Tag("applications")
    @ParameterizedTest
    @CsvSource({"21, newest", "21, oldest", "newest, oldest"})
    void eachTestFailsByItsOwnPinsAloneOn(String jdk, String junit) throws Exception {
        assertEachByItsOwn(run(jdk, junit, CLASSES));
    }

    /** Surefire has the name of a test from its source, and other runners from its display name. */
    @Tag("applications")
    @ParameterizedTest
    @CsvSource({"newest, newest", "newest, oldest"})
    void ofSeveralRunsOfATestTheOneThatPinsIsNamed(String jdk, String junit) throws Exception {
        TestJvm run = run(jdk, junit, List.of("Repeated"));

        assertNamed(run, 4);
        assertThat(run.lines())
                .anyMatch(line -> line.startsWith("FAILED dynamic pinning [pins] in pinning: @NoPins "))
                .anyMatch(line -> line.startsWith("FAILED inContainers second only [pins] in second only: @NoPins "));
    }

    @Tag("applications")
    @ParameterizedTest
    @CsvSource({"21, newest", "newest, oldest"})
    void ofRunsAtOnceTheOneThatCreatedTheThreadIsNamed(String jdk, String junit) throws Exception {
        TestJvm run = run(jdk, junit, List.of("RepeatedAtOnce"));

        assertNamed(run, 2);
    }

    /** So many runs fail, and among them the second of a parameterized test and of a repeated one. */
    private static void assertNamed(TestJvm run, int failures) {
        assertThat(run.lines())
                .filteredOn(line -> line.startsWith("FAILED"))
                .hasSize(failures)
                .anyMatch(line ->
                        line.matches("FAILED parameterized \\[2] .*pinning.* \\[pins] in \\[2] .*pinning.*: @NoPins.*"))
                .anyMatch(line ->
                        line.startsWith("FAILED repeated repetition 2 of 3 [pins] in repetition 2 of 3: @NoPins"));
    }
}
