package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation once said one can type is still understood: scripts and habits of users last longer than pages. */
class DocumentedCommandsTest {

    private static final Path LINES = Path.of("src/test/resources/commands/documented.txt");
    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    @ParameterizedTest
    @MethodSource("lines")
    void itIsUnderstood(String line) {
        List<String> words = new ArrayList<>(WORD.matcher(line)
                .results()
                .map(word -> word.group().replace("'", ""))
                .toList());
        // Help is given for a line that is understood, and for no other.
        words.add(1, "--help");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        assertThat(CliRun.run(out, err, words.toArray(String[]::new)))
                .as("%s%s", line, err)
                .isZero();
        assertThat(out.toString()).contains("Usage: loomweight ");
    }

    static Stream<String> lines() throws IOException {
        return Files.readAllLines(LINES).stream().filter(line -> !line.startsWith("#"));
    }
}
