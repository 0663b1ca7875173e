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
 * Of tests that claim to leave no threads those fail that leave some, and no others. Which must fail is in the names of
 * {@link dev.loomweight.junit.samples.left}.
 */
class LeftThreadsTest {

    private static final String SAMPLES = "dev.loomweight.junit.samples.left.";
    private static final String NEWEST_JUNIT = Path.of("target/newest-junit/junit-platform-console-standalone.jar")
            .toAbsolutePath()
            .toString();
    private static final Pattern RESULT = Pattern.compile("(SUCCESSFUL|FAILED) (\\w+)\\([^)]*\\)( \\[threads])?(.*)");

    @TempDir
    private Path folder;

    private TestJvm run(String jdk, String junit, boolean atOnce, String... classes) throws Exception {
        String home = System.getProperty(
                "loomweight.jdk" + (jdk.equals("newest") ? ".newest" : jdk),
                jdk.equals("newest") ? System.getProperty("java.home") : "");
        Assumptions.assumeTrue(
                !home.isEmpty(), "no JDK is named by -Dloomweight.jdk" + jdk + "; scripts/test finds or fetches one");
        assertThat(Path.of(NEWEST_JUNIT)).exists();
        List<String> arguments = new ArrayList<>();
        if (atOnce) {
            arguments.addAll(List.of(
                    "-Djunit.jupiter.execution.parallel.enabled=true",
                    "-Djunit.jupiter.execution.parallel.mode.default=concurrent",
                    "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
                    "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=16"));
        }
        arguments.add("dev.loomweight.junit.samples.Runner");
        for (String name : classes) {
            arguments.add(SAMPLES + name);
        }
        return TestJvm.run(
                Path.of(home), folder, junit.equals("newest") ? NEWEST_JUNIT : TestJvm.OLDEST_JUNIT, arguments);
    }

    private static void assertEachByItsOwn(TestJvm run, boolean atOnce) {
        List<String> wrong = new ArrayList<>();
        List<String> must = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        // Of threads that are created in the same instant it may not be known whose they are: then no test fails.
        String undecided = run.lines().stream()
                .filter(line -> line.startsWith("FAILED undecided threads [threads] "))
                .collect(Collectors.joining());
        for (String line : run.lines()) {
            if (!undecided.isEmpty() && undecided.contains(line)) {
                continue;
            }
            Matcher result = RESULT.matcher(line);
            assertThat(result.matches()).as(line + "\n" + run.errors()).isTrue();
            String name = result.group(2);
            boolean leaks = name.startsWith("leaks");
            if (result.group(3) == null) {
                assertThat(result.group(1)).as(line).isEqualTo("SUCCESSFUL");
                if (leaks && !(atOnce && name.startsWith("leaksInOrder"))) {
                    must.add(name);
                }
            } else {
                failed.add(name);
                if (!leaks) {
                    wrong.add(line);
                }
            }
        }
        assertThat(wrong).as("innocent tests that fail").isEmpty();
        must.stream()
                .filter(name -> !failed.contains(name))
                .forEach(name -> assertThat(undecided).as(run.errors()).contains(name));
        assertThat(must).hasSizeGreaterThanOrEqualTo(20);
        if (!atOnce) {
            assertThat(undecided).isEmpty();
        }
    }

    @Test
    void eachTestFailsByTheThreadsThatItLeaves() throws Exception {
        assertEachByItsOwn(run("newest", "newest", false, "Leaks", "Right"), false);
    }

    @Tag("applications")
    @ParameterizedTest
    @CsvSource({"21, newest", "21, oldest", "newest, oldest"})
    void eachTestFailsByTheThreadsThatItLeavesOn(String jdk, String junit) throws Exception {
        assertEachByItsOwn(run(jdk, junit, false, "Leaks", "Right"), false);
    }

    @Tag("applications")
    @ParameterizedTest
    @CsvSource({"21, oldest", "newest, newest"})
    void aClassLeavesThreadsOfItsOwnAndThoseThatEndLaterAreLeft(String jdk, String junit) throws Exception {
        TestJvm run = run(jdk, junit, false, "OfClass");

        assertThat(run.line("OfClass [threads]"))
                .startsWith("FAILED ")
                .contains("1 thread that the class created was alive 0 ms after it had ended:|1. Virtual thread #")
                .contains(" \"of-class\"|   created by thread \"main\" at " + SAMPLES
                        + "OfClass.startAThread(OfClass.java:")
                .contains("|   waits for a latch|   at java.util.concurrent.CountDownLatch.await(");
        assertThat(run.line("leaksUntilTheNext() [threads]"))
                .contains(" \"until-next\"|")
                .containsPattern("\\|   ended [\\d.]+ \\S+ after the test$");
        assertThat(run.line("unreadable() [threads]"))
                .contains(
                        "could not be measured (counts as a failure): @NoThreadsLeft(grace = \"soon\"): invalid duration");
        assertThat(run.lines()).filteredOn(line -> line.startsWith("FAILED")).hasSize(3);
        assertThat(run.recordings()).as("no dump stays").hasSize(1);
    }

    @Tag("applications")
    @ParameterizedTest
    @CsvSource({"21, oldest", "newest, newest"})
    void aHundredThousandThreadsAreOneEntry(String jdk, String junit) throws Exception {
        TestJvm run = run(jdk, junit, false, "Many");

        assertThat(run.line("leaks() [threads]"))
                .startsWith("FAILED ")
                .contains("@NoThreadsLeft: 100,000 threads that the test created were alive 2 s after it had ended:"
                        + "|1. 100,000 virtual threads (#")
                .contains("|   waits for a latch|")
                .doesNotContain("|2. ");
        assertThat(run.lines()).filteredOn(line -> line.startsWith("FAILED")).hasSize(1);
    }

    @Tag("applications")
    @ParameterizedTest
    @CsvSource({"21, newest", "21, oldest", "newest, newest", "newest, oldest"})
    void testsAtOnceFailByTheirOwnThreadsAlone(String jdk, String junit) throws Exception {
        assertEachByItsOwn(run(jdk, junit, true, "Leaks", "Right"), true);
    }
}
