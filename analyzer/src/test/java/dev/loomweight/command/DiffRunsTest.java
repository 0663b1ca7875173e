package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several runs on each side, and the work that each did, as users give them to the comparison and the gate. */
class DiffRunsTest {

    private static final String RECORDINGS = "src/test/resources/recordings/";

    @TempDir
    private static Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "21/variety.jfr 21/pins.jfr -- 25/variety.jfr 25/pins.jfr | 0 | 2 runs before, 2 after.",
                "21/variety.jfr -- 25/variety.jfr | 0 | ' before, '",
                "--per virtual-threads 21/variety.jfr 25/variety.jfr | 0 | The number of pins is compared for equal work:",
                "--per 300,600 21/variety.jfr 25/variety.jfr | 0 | 'equal work: 300 units before, 600 units after.'",
                "21/variety.jfr 21/pins.jfr 25/pins.jfr | 2 | '3 inputs, and no -- between those before and those after'",
                "--per 300 21/variety.jfr 25/variety.jfr | 1 | invalid --per '300'; expected a positive number for each of the 2",
                "--per 0,1 21/variety.jfr 25/variety.jfr | 1 | invalid --per '0,1'; expected a positive number",
                "--per virtual-threads 21/pins.jfr 25/variety.jfr | 1 | not all inputs have ends of virtual threads",
                "--per 1,2,3 21/pins.jfr 21/pins.jfr -- 25/pins.jfr | 1 | some of these are of one process"
            })
    void runsAndWork(String arguments, int status, String said) {
        assertSaid("diff --no-classpath " + arguments, status, said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "21/variety.jfr 21/pins.jfr --baseline 21/variety.jfr --baseline 21/pins.jfr | 3 | 2 runs are compared with 2 runs of the baseline.",
                "21/variety.jfr --baseline 21/variety.jfr --baseline 21/pins.jfr | 3 | 1 run is compared with 2 runs of the baseline.",
                "21/variety.jfr 21/pins.jfr --save-baseline BOTH.json | 3 | pins",
                "21/variety.jfr 21/pins.jfr --baseline BOTH.json | 3 | 2 runs are compared with 2 runs of the baseline.",
                "25/variety.jfr --baseline BOTH.json | 3 | 1 run is compared with 2 runs of the baseline.",
                "25/variety.jfr --baseline 21/variety.jfr --baseline 21/pins.jfr | 3 | 1 run is compared with 2 runs of the baseline.",
                "21/pins.jfr --baseline BOTH.json --baseline 21/pins.jfr | 1 | is a saved baseline, which is compared with alone",
                "21/variety.jfr --config RUNS.toml | 3 | 1 run is compared with 2 runs of the baseline.",
            })
    void theGateTakesRuns(String arguments, int status, String said) {
        assertSaid("check --no-classpath --budget pins=0 " + arguments, status, said);
    }

    @BeforeAll
    static void listOfRuns() throws IOException {
        Path runs = Path.of(RECORDINGS).toAbsolutePath().resolve("21");
        Files.writeString(
                folder.resolve("RUNS.toml"),
                "baseline = [\"" + runs.resolve("variety.jfr") + "\", \"" + runs.resolve("pins.jfr") + "\"]");
    }

    private static void assertSaid(String command, int status, String said) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> words = Stream.of(command.split(" "))
                .map(word -> word.endsWith(".jfr") ? RECORDINGS + word : word)
                .map(word -> word.matches("[A-Z]+[.].*") ? folder.resolve(word).toString() : word)
                .toList();
        assertThat(CliRun.run(out, err, words.toArray(String[]::new)))
                .as("%s", err)
                .isEqualTo(status);
        assertThat((out + " " + err).replaceAll("\\s+", " ")).contains(said.strip());
    }
}
