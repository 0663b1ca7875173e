package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation once said one can type is still understood: scripts and habits of users last longer than pages. */
class DocumentedCommandsTest {

    private static final Path LINES = Path.of("src/test/resources/commands/documented.txt");
    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    @ParameterizedTest
    @MethodSource("lines")
    void itIsUnderstood(String line) {
        List<String> words = WORD.matcher(line)
                .results()
                .map(word -> word.group().replace("'", ""))
                .toList();

        assertThat(CliRun.misunderstood(words)).isEmpty();
    }

    @Test
    void whatIsNoOptionIsNotUnderstood() {
        assertThat(CliRun.misunderstood(List.of("pins", "app.jfr", "--nonsense")))
                .contains("--nonsense");
        assertThat(CliRun.misunderstood(List.of("nonsense", "app.jfr"))).contains("nonsense");
    }

    static Stream<String> lines() throws IOException {
        return Files.readAllLines(LINES).stream().filter(line -> !line.startsWith("#"));
    }
}
