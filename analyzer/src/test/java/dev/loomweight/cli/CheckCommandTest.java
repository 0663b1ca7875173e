package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gate by its exit status and what it prints. */
class CheckCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void theAdviceForASiteIsGivenOnceHoweverManyBudgetsItBreaks() throws Exception {
        assertThat(check(
                        recording("25/pins.jfr"),
                        "--budget",
                        "pins=0",
                        "--budget",
                        "pinned-time=0",
                        "--budget",
                        "longest-pin=0"))
                .isEqualTo(3);
        assertThat(out.toString()).containsOnlyOnce("Call the method directly or through a MethodHandle");
    }

    @Test
    void aProcessHasNoPinsToCheck() throws Exception {
        String self = Long.toString(ProcessHandle.current().pid());
        assertThat(check(self, "--budget", "rss=64g", "--budget", "pins=0")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("loomweight check: pins is measured in recordings, and " + self
                        + " is a running JVM, of which nothing is recorded yet; use loomweight record " + self
                        + ", or loomweight watch " + self + "; see loomweight check --help\n");
    }

    @Test
    void keptIsZeroAndBrokenIsThree() {
        assertThat(check(recording("25/pins.jfr"), "--budget", "pins=5", "--budget", "longest-pin=1s"))
                .isZero();
        assertThat(out.toString()).contains("All 2 budgets are met.");
        assertThat(check(recording("25/pins.jfr"), "--budget", "pins=4")).isEqualTo(3);
        assertThat(out.toString())
                .contains("Of 1 budget, 1 is exceeded.", "pins: 5 measured, 4 allowed.", "lambda$nativeFrame$0");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatWasNotRecordedIsThreeToo() {
        assertThat(check(recording("25/pinning-off.jfr"), "--budget", "pins=9")).isEqualTo(3);
        assertThat(out.toString()).contains("could not be measured: jdk.VirtualThreadPinned was off");
    }

    @Test
    void againstABaselineWhatIsNoWorseDoesNotCount() {
        assertThat(check(recording("25/pins.jfr"), "--baseline", recording("25/pins.jfr"), "--budget", "pins=0"))
                .isZero();
        assertThat(out.toString()).contains("no worse than in the baseline");
    }

    @Test
    void aSavedBaselineKeepsFromWhenOnPinsWereRecorded() {
        String saved = folder.resolve("main.json").toString();
        String[] against = {"--baseline", saved, "--budget", "pins=0"};
        assertThat(check(recording("25/pins.jfr"), "--save-baseline", saved)).isZero();

        assertThat(check(with(against, recording("25/pins.jfr")))).isZero();
        assertThat(check(with(against, recording("25/pins.jfr"), "--longer", "1ms")))
                .isEqualTo(3);
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("pins were recorded from 0 ms, and here from 1 ms; compare those that both have with"
                        + " --longer 1ms");

        assertThat(check(recording("25/pins.jfr"), "--longer", "1ms", "--save-baseline", saved))
                .isZero();
        assertThat(check(with(against, recording("25/pins.jfr"), "--longer", "1ms")))
                .isZero();
    }

    @Test
    void aFileHasTheBudgetsAndTheCommandLineTheLastWord() throws IOException {
        String file = Files.writeString(folder.resolve("my.toml"), "[budget]\npins = 0\n")
                .toString();

        assertThat(check(recording("25/pins.jfr"), "--config", file)).isEqualTo(3);
        assertThat(check(recording("25/pins.jfr"), "--config", file, "--budget", "pins=5"))
                .isZero();
    }

    @Test
    void badUsageIsTwoAndSaysWhatToWrite() throws IOException {
        String file = Files.writeString(folder.resolve("my.toml"), "\n[budget]\npin = 0\n")
                .toString();

        assertThat(check(recording("25/pins.jfr"))).isEqualTo(2);
        assertThat(err.toString()).contains("no budget to check; pass --budget");
        assertThat(check(recording("25/pins.jfr"), "--config", file)).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("loomweight check: " + file + ":3: unknown budget \"pin\"; did you mean pins?\n");
        assertThat(check(recording("25/pins.jfr"), "--budget", "rss=lots")).isEqualTo(2);
        assertThat(err.toString()).contains("rss: invalid size 'lots'; expected for example 512k, 1m or 1g");
        assertThat(check(recording("25/pins.jfr"), "--budget", "rss=512")).isEqualTo(2);
        assertThat(err.toString()).contains("rss: size '512' has no unit; expected for example 512k, 512m or 512g");
        assertThat(check(recording("25/pins.jfr"), "--budget", "pinned-time=50"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("pinned-time: invalid duration '50'; expected for example 500ms, 2s or 1m");
        assertThat(check(recording("25/pins.jfr"), "--budget", "pins=1", "--margin", "10"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("margin: invalid percentage '10'; expected for example 10%");
        assertThat(check(recording("25/pins.jfr"), "--budget", "pins=1", "--margin", "ten"))
                .isEqualTo(2);
    }

    /** As editors on Windows write it. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
    void aFileMayBeginWithAMarkOfItsByteOrder(String encoding) throws IOException {
        Path file = Files.write(
                folder.resolve("my.toml"), "\uFEFF[budget]\npins = 0\n".getBytes(Charset.forName(encoding)));

        assertThat(check(recording("25/pins.jfr"), "--config", file.toString())).isEqualTo(3);
        assertThat(err.toString()).doesNotContain("my.toml");
    }

    @Test
    void aFileWithoutBudgetsOrWithABaselineThatIsMissingIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("my.toml"));
        assertThat(check(recording("25/pins.jfr"), "--config", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("add a table [budget] to " + file);

        Files.writeString(file, "[budget]\npins = 99\n");
        assertThat(check(recording("25/pins.jfr"), "--config", file.toString())).isZero();
        Files.writeString(file, "\nbaseline = \"gone.json\"\n[budget]\npins = 99\n");
        assertThat(check(recording("25/pins.jfr"), "--config", file.toString())).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("loomweight check: " + file + ":2: baseline: no such file or folder: "
                        + folder.resolve("gone.json") + "; write it with --save-baseline\n");
        String baseline = recording("25/pins.jfr");
        assertThat(check(recording("25/pins.jfr"), "--config", file.toString(), "--baseline", baseline))
                .isZero();
    }

    @Test
    void badDataIsOne() {
        assertThat(check(folder.resolve("none.jfr").toString(), "--budget", "pins=0"))
                .isEqualTo(1);
        assertThat(check(
                        recording("25/pins.jfr"),
                        "--budget",
                        "pins=9",
                        "--baseline",
                        folder.resolve("none.jfr").toString()))
                .isEqualTo(1);
    }

    @Test
    void theOutcomeIsAReportInEveryForm() {
        String xml = folder.resolve("check.xml").toString();
        String sarif = folder.resolve("check.sarif").toString();

        assertThat(check(
                        recording("25/pins.jfr"),
                        "--budget",
                        "pins=0",
                        "--budget",
                        "pinned-time=10s",
                        "-o",
                        xml,
                        "-o",
                        sarif))
                .isEqualTo(3);
        assertThat(Path.of(xml))
                .content()
                .contains("name=\"budgetPins\"", "<failure type=\"problem\" message=\"pins: 5 measured, 0 allowed.\"")
                .containsPattern("name=\"budgetPinnedTime\" time=\"0\">\\s*<system-out>");
        assertThat(Path.of(sarif)).content().contains("\"ruleId\": \"pinOverBudget\"", "PinningCauses.java");
    }

    @Test
    void aVerdictThatNoStreamShowsIsOneLineOnStderr() {
        Path md = folder.resolve("check.md");
        String[] twoOfThree = {"--budget", "pins=4", "--budget", "longest-pin=1s", "--budget", "failed-submits=0"};

        assertThat(check(with(twoOfThree, recording("25/pins.jfr"), "-o", md.toString())))
                .isEqualTo(3);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .startsWith("loomweight check: of 3 budgets, 1 is exceeded; 1 could not be measured (counts as a"
                        + " failure): pins: 5 measured, 4 allowed; failed-submits could not be measured: ")
                .endsWith("; the report is in " + md + "\n")
                .containsOnlyOnce("\n");

        assertThat(check(with(twoOfThree, recording("25/pins.jfr"), "--format", "json")))
                .isEqualTo(3);
        assertThat(out.toString()).startsWith("{");
        assertThat(err.toString())
                .startsWith("loomweight check: of 3 budgets, 1 is exceeded")
                .doesNotContain("the report is in")
                .containsOnlyOnce("\n");
    }

    @Test
    void classFilesThatAreNotThereAreNamedOnStderr() throws IOException {
        String missing = folder.resolve("nothere").toString();
        String paths = folder + File.pathSeparator + missing + File.pathSeparator + missing + "/*";
        String file = Files.writeString(
                        folder.resolve("my.toml"), "classpath = [\"target/nothere\"]\n[budget]\npins = 5\n")
                .toString();

        assertThat(check(recording("25/pins.jfr"), "--budget", "pins=5", "--classpath", paths))
                .isZero();
        assertThat(err.toString())
                .isEqualTo("loomweight check: --classpath: no such file or directory: " + missing + ", " + missing
                        + "/*\n");
        assertThat(check(recording("25/pins.jfr"), "--budget", "pins=5", "--classpath-before", missing))
                .isZero();
        assertThat(err.toString())
                .isEqualTo("loomweight check: --classpath-before: no such file or directory: " + missing + "\n");
        assertThat(check(recording("25/pins.jfr"), "--config", file)).isZero();
        assertThat(err.toString())
                .isEqualTo("loomweight check: " + file + ": classpath: no such file or directory: "
                        + folder.resolve("target/nothere") + "\n");
        for (String command : List.of("pins", "report", "hang", "fleet")) {
            StringWriter said = new StringWriter();
            CliRun.run(new StringWriter(), said, command, recording("25/pins.jfr"), "--classpath", missing);
            assertThat(said.toString())
                    .containsOnlyOnce(
                            "loomweight " + command + ": --classpath: no such file or directory: " + missing + "\n");
        }
    }

    @Test
    void aPassInAFileSaysNothing() {
        assertThat(check(
                        recording("25/pins.jfr"),
                        "--budget",
                        "pins=5",
                        "-o",
                        folder.resolve("check.md").toString()))
                .isZero();
        assertThat(err.toString()).isEmpty();
    }

    private static String[] with(String[] some, String... others) {
        return Stream.of(some, others).flatMap(Stream::of).toArray(String[]::new);
    }

    private int check(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> words = new ArrayList<>(List.of("check"));
        words.addAll(List.of(arguments));
        return new Cli(Console.of(new PrintWriter(out), new PrintWriter(err), Map.of()))
                .run(words.toArray(String[]::new));
    }

    private static String recording(String name) {
        try {
            return Path.of(Objects.requireNonNull(CheckCommandTest.class.getResource("/recordings/" + name))
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
