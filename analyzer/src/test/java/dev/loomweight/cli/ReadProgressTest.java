package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Progress of every command that reads recordings, on a terminal and elsewhere. */
class ReadProgressTest {

    private static final Map<String, String> TERMINAL = Map.of("LOOMWEIGHT_STDERR_TERMINAL", "1");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "report A",
                "pins A B",
                "diff A B",
                "check A --budget pins=1000",
                "check A --baseline B --budget pins=1000"
            })
    void everyCommandThatReadsRecordingsShowsProgressOnATerminal(String line) throws URISyntaxException {
        Map<String, String> files = Map.of("A", recording("25/pins.jfr"), "B", recording("21/pins.jfr"));
        String[] words = Arrays.stream(line.split(" "))
                .map(word -> files.getOrDefault(word, word))
                .toArray(String[]::new);

        assertThat(new Cli(console(TERMINAL), Duration.ZERO).run(words)).isZero();
        assertThat(err.toString()).containsPattern("\r\u001b\\[2K\\d+\\.\\d s").endsWith("\r\u001b[2K");
        assertThat(out.toString()).doesNotContain("\u001b[2K");

        err.getBuffer().setLength(0);
        assertThat(new Cli(console(Map.of()), Duration.ZERO).run(words)).isZero();
        assertThat(err.toString()).as("not a terminal").isEmpty();
    }

    @Test
    void aTerminalThatCannotRewriteALineGetsNoEscapes() throws URISyntaxException {
        Map<String, String> dumb =
                Map.of("LOOMWEIGHT_STDERR_TERMINAL", "80", "LOOMWEIGHT_COLUMNS", "80", "TERM", "dumb");
        assertThat(new Cli(console(dumb), Duration.ZERO).run("pins", recording("25/pins.jfr")))
                .isZero();
        assertThat(err.toString() + out).doesNotContain("\u001b");
    }

    @Test
    void aShortReadShowsNothing() throws URISyntaxException {
        assertThat(new Cli(console(TERMINAL), Duration.ofHours(1)).run("pins", recording("25/pins.jfr")))
                .isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    @Timeout(60)
    void theLineHasTheNumberOfEventsAndTheirRate() {
        try (ReadProgress progress = new ReadProgress(console(TERMINAL), Duration.ZERO)) {
            while (!err.toString().contains("events")) {
                progress.accept(1_000);
            }
        }
        assertThat(err.toString()).containsPattern("\\d+\\.\\d s  [\\d,]+,000 events, [\\d,]+/s");
    }

    private Console console(Map<String, String> environment) {
        return Console.of(new PrintWriter(out), new PrintWriter(err), environment);
    }

    private static String recording(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(ReadProgressTest.class.getResource("/recordings/" + name))
                        .toURI())
                .toString();
    }
}
