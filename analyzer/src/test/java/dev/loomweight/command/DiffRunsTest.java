package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several runs on each side, and the work that each did, as users give them. */
class DiffRunsTest {

    private static final String RECORDINGS = "src/test/resources/recordings/";

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
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> words = Stream.of(("diff --no-classpath " + arguments).split(" "))
                .map(word -> word.endsWith(".jfr") ? RECORDINGS + word : word)
                .toList();
        assertThat(CliRun.run(out, err, words.toArray(String[]::new)))
                .as("%s", err)
                .isEqualTo(status);
        assertThat((out + " " + err).replaceAll("\\s+", " ")).contains(said.strip());
    }
}
