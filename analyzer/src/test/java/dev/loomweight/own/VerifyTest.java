package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import dev.loomweight.memory.sizing.KnownHeap;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code loomweight run --verify}: a command of which is known what it needs is run again under the proposed limits. */
@Tag("oracles")
class VerifyTest {

    private static final String KEPT_MEGABYTES = "100";

    @TempDir
    private Path folder;

    @Test
    void underTheProposedLimitsTheCommandRunsAsBefore() throws Exception {
        try (CommandProcess run =
                CommandProcess.start(folder, words("loomweight.jdk.newest", "--histogram", "--snapshot-every", "1s"))) {
            assertThat(run.status()).as(said()).isZero();
            assertThat(run.printed())
                    .as("the trials print nowhere")
                    .filteredOn(line -> line.startsWith("kept"))
                    .hasSize(1);
        }

        String report = Files.readString(folder.resolve("report.txt"));
        assertThat(report)
                .as(said())
                .contains("Limits that were tried", "comfortable limit", "least limit", "10 % less", "class histogram")
                .containsPattern(
                        "\\(comfortable\\s+limit,\\s+-Xmx\\d+m\\)\\s+it\\s+ended\\s+as\\s+in\\s+the\\s+first\\s+run")
                .containsPattern("\\(least\\s+limit,\\s+-Xmx\\d+m\\)\\s+it\\s+ended\\s+as\\s+in\\s+the\\s+first\\s+run")
                .containsPattern(
                        "The\\s+kernel\\s+enforced\\s+the\\s+limit|No\\s+limit\\s+of\\s+the\\s+kernel\\s+could\\s+be\\s+set");
        assertThat(said())
                .contains("run 1 of 3 under a limit: ", "run 3 of 3 under a limit: ", "(10 % less)")
                .doesNotContain("not verified");
        assertThat(folder.resolve("app.lw/recording.jfr")).isNotEmptyFile();
    }

    @Test
    void aLimitBelowTheLiveObjectsFailsAndIsAProblem() throws Exception {
        try (CommandProcess run = CommandProcess.start(folder, words("loomweight.jdk21", "--limit", "140m"))) {
            assertThat(run.status()).as("the first run's, " + said()).isZero();
        }

        assertThat(Files.readString(folder.resolve("report.txt")))
                .as(said())
                .containsPattern("problem:\\s+Under\\s+140\\s+MB\\s+\\(the\\s+limit,\\s+-Xmx\\d+m\\)\\s+it\\s+failed:")
                .containsPattern("OutOfMemoryError|the\\s+kernel\\s+killed\\s+it");
        assertThat(folder.resolve("app-limit-140m.lw/capture.json")).isNotEmptyFile();
    }

    /** What is printed is what was tried: an initial heap that a script sets is lowered by a flag that is printed, too. */
    @Test
    void theInitialHeapThatAScriptSetsIsAmongTheFlags() throws Exception {
        String[] words = words("loomweight.jdk.newest", "--limit", "300m");
        List<String> command = List.of(words).subList(List.of(words).indexOf("--") + 1, words.length);
        Path script = folder.resolve("start.sh");
        Files.writeString(
                script,
                "#!/bin/sh\nexec " + command.getFirst() + " -Xms400m "
                        + String.join(" ", command.subList(1, command.size())) + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        String[] run = Stream.concat(
                        Stream.of(words).limit(List.of(words).indexOf("--") + 1L), Stream.of(script.toString()))
                .toArray(String[]::new);
        try (CommandProcess started = CommandProcess.start(folder, run)) {
            assertThat(started.status()).as(said()).isZero();
        }

        assertThat(Files.readString(folder.resolve("report.txt")))
                .as(said())
                .containsPattern("-Xms(\\d+)m +the command sets InitialHeapSize to 400 MB")
                .containsPattern("\\(the limit,\\s+-Xmx\\d+m\\)\\s+it\\s+ended\\s+as\\s+in\\s+the\\s+first\\s+run")
                .doesNotContain("refused to start");
    }

    @Test
    void aLimitWithoutVerifyIsMisuse() {
        StringWriter err = new StringWriter();

        assertThat(CliRun.run(new StringWriter(), err, "run", "--limit", "140m", "--", "java"))
                .isEqualTo(2);
        assertThat(CliRun.run(new StringWriter(), err, "run", "--duration", "0s", "--", "java"))
                .isEqualTo(2);

        assertThat(err.toString()).contains("--limit applies to --verify", "--duration must be 1ms or more, not 0");
    }

    private static String[] words(String jdk, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "-o", "app.lw", "--report", "report.txt", "--verify"));
        words.addAll(List.of(options));
        words.addAll(List.of(
                "--",
                Jdks.home(jdk).resolve("bin/java").toString(),
                "-Xmx400m",
                "-cp",
                Path.of(KnownHeap.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString(),
                KnownHeap.class.getName(),
                KEPT_MEGABYTES,
                "4",
                "600",
                "-",
                "0"));
        return words.toArray(String[]::new);
    }

    private String said() throws Exception {
        return Files.readString(folder.resolve("err.txt"));
    }
}
