package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page "Gate a build": its files and commands are understood. */
class CheckDocsTest {

    private static final Path PAGE = Path.of("..", "docs", "check.md");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("files")
    void everyFileIsUnderstood(String toml) throws Exception {
        Path file = Files.writeString(folder.resolve("loomweight.toml"), toml.replace("\"main.lw\"", baseline()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        assertThat(CliRun.run(out, err, "check", recording("25/pins.jfr"), "--config", file.toString()))
                .as(err.toString())
                .isEqualTo(3);
        assertThat(out.toString()).contains("pins", "failed-submits could not be measured");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandIsUnderstood(String line) {
        List<String> words = List.of(line.split(" +", -1));

        assertThat(words).startsWith("loomweight", "check");
        assertThat(CliRun.misunderstood(words.subList(1, words.size()))).isEmpty();
    }

    @Test
    void everyBudgetIsInTheTable() throws IOException {
        String page = Files.readString(PAGE);
        StringWriter out = new StringWriter();
        CliRun.run(out, new StringWriter(), "check", "--help", "--all");
        // A long name goes on in the next line after its dot.
        String help = out.toString().replaceAll("\\s+", " ").replaceAll("(?<=[a-z]\\.) (?=[A-Z]{4})", "");
        List<String> names = List.of(help.replaceFirst(".*NAME: ", "")
                .replaceFirst("\\..?\\s*--.*", "")
                .split(", ", -1));

        assertThat(names)
                .contains("pins", "rss")
                .hasSizeGreaterThan(10)
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    static List<String> files() throws IOException {
        return blocks("toml");
    }

    static List<String> commands() throws IOException {
        List<String> lines = blocks("").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("loomweight "))
                .map(line -> line.replaceFirst(" *#.*", ""))
                .toList();
        assertThat(lines).hasSize(7);
        return lines;
    }

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("^```" + language + "\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static String baseline() throws URISyntaxException {
        return "\"" + recording("25/pins.jfr") + "\"";
    }

    private static String recording(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(CheckDocsTest.class.getResource("/recordings/" + name))
                        .toURI())
                .toString();
    }
}
