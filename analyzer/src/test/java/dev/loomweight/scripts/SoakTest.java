package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.samples.bench.LongRun;
import dev.loomweight.scripts.Machine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code scripts/test soak}: its verdicts on samples that are known, and a run of seconds with real JVMs. */
@Tag("applications")
class SoakTest {

    private static final Path SCRIPT = Machine.SCRIPTS.resolve("lib/test/soak");

    @TempDir
    private Path folder;

    private Machine machine;

    @BeforeEach
    void machine() throws IOException {
        machine = new Machine(folder);
    }

    /** Long enough for samples, too short for slopes. */
    @Test
    void aShortRunTakesSamplesAndFindsThatAllHolds() throws Exception {
        machine.set("LOOMWEIGHT_JDK", Jdks.home("loomweight.jdk.newest").toString());
        Path samples = folder.resolve("samples");

        Outcome outcome = machine.run(
                SCRIPT,
                "--with",
                built().toString(),
                "--seconds",
                "8",
                "--every",
                "3",
                "--threads",
                "500",
                "--samples",
                samples.toString());

        assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("| heap of the application after a collection |", "| the watcher runs | holds |")
                .contains("| the capture can be read afterwards | holds |")
                .contains("too short to judge")
                .doesNotContain("does not contain");
        List<String> lines = Files.readAllLines(samples);
        assertThat(lines)
                .hasSizeGreaterThan(2)
                .allSatisfy(line -> assertThat(line.split(" ", -1))
                        .hasSameSizeAs(lines.get(0).split(" ", -1)));
    }

    /** What this build has made: its jars come later. */
    private Path built() throws Exception {
        Path with = Files.createDirectory(folder.resolve("built"));
        machine.command("loomweight", """
                exec "$LOOMWEIGHT_JDK/bin/java" $LOOMWEIGHT_JAVA_OPTS -XX:TieredStopAtLevel=1 \\
                  --enable-native-access=ALL-UNNAMED --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED \\
                  -cp '%s' dev.loomweight.cli.Main "$@"
                """.formatted(System.getProperty("java.class.path")));
        Files.move(folder.resolve("bin/loomweight"), with.resolve("loomweight"));
        Machine.copy(AgentCaptures.jar(folder), with.resolve("loomweight-agent.jar"));
        Machine.copy(
                Path.of(LongRun.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI()),
                with.resolve("samples.jar"));
        return with;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            20  | 0 | leaks
            0   | 0 | steady
            -20 | 0 | steady
            2   | 0 | steady
            6   | 9 | no growth beyond the noise
            """)
    void aSlopeIsJudgedByItsErrorAndItsTolerance(double megabytesAnHour, int noise, String verdict) throws Exception {
        String table = slopes(megabytesAnHour, noise, 3600);

        assertThat(table.lines().filter(line -> line.startsWith("| heap of the application")))
                .singleElement()
                .asString()
                .endsWith("| 4.00 MB | " + verdict + " |");
    }

    /** A leak goes on; this ends in the second half of what is judged. */
    @Test
    void aStepIsNoLeak() throws Exception {
        assertThat(slopes(time -> Math.clamp((time - 1200) / 200.0, 0, 5.5) + (time % 20 == 0 ? 0 : 4), 3600))
                .contains("| 4.00 MB | a step, no leak |")
                .doesNotContain("leaks");
    }

    @Test
    void aShortRunIsNotJudged() throws Exception {
        assertThat(slopes(100, 0, 600)).contains("| too short to judge |").doesNotContain("leaks");
    }

    /** The table of a heap that grows so, with noise whose neighbours resemble each other: waves of so many MB. */
    private String slopes(double megabytesAnHour, int noise, int seconds) throws Exception {
        return slopes(time -> megabytesAnHour * time / 3600 + noise * Math.sin(time / 60.0), seconds);
    }

    private String slopes(IntToDoubleFunction megabytes, int seconds) throws Exception {
        StringBuilder samples = new StringBuilder("seconds app-heap app-metaspace app-native app-resident"
                + " app-descriptors app-threads app-temporary watch-heap watch-resident watch-descriptors watch-threads"
                + " watch-temporary capture lines scraped\n");
        for (int time = 10; time <= seconds; time += 10) {
            // Warming up, which is left out.
            double warm = time < seconds / 3 ? 10 * 1024 : 20 * 1024;
            double heap = warm + 1024 * megabytes.applyAsDouble(time);
            samples.append(String.format(Locale.ROOT, "%d %.0f%s%n", time, heap, " 7".repeat(14)));
        }
        Path file = Files.writeString(folder.resolve("made"), samples);
        Outcome outcome = machine.bash("root=..; source lib/soak.sh; soak_slopes " + file);
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return outcome.out();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --minutes              | --minutes needs a value; --help shows the options
            --minuets 5            | unknown argument --minuets; --help shows the options
            --minutes 0            | --minutes 0 is not a number of 1 or more; --help shows the options
            --sites 10000          | --sites 10000 is too many: at most 9999; --help shows the options
            """)
    void badUsageIsOneLine(String arguments, String message) throws Exception {
        assertThat(machine.run(SCRIPT, arguments.split(" ", -1)))
                .isEqualTo(new Outcome(2, "", "scripts/test soak: " + message + "\n"));
    }
}
