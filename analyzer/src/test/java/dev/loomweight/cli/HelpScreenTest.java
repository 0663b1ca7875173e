package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.completion.CommandNode;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The help of every command on one screen; its examples run. */
class HelpScreenTest {

    private static final CommandNode ROOT = CommandModel.node();

    private static final int MAX_LINES = 40;
    private static final int EXAMPLES = 5;

    /** Those with few options or ways to be called. */
    private static final Set<String> SMALL = Set.of("scrub", "mcp", "help", "completion");

    @ParameterizedTest
    @ValueSource(ints = {80, 100})
    void itFitsOnAScreenAndNamesEveryOption(int width) {
        for (CommandNode command : ROOT.all().toList()) {
            String words = String.join(" ", command.path());
            String help = help(width, words + " --help");
            List<String> lines = help.lines().toList();

            assertThat(lines).as(words).hasSizeLessThanOrEqualTo(MAX_LINES).allMatch(line -> line.length() < width + 1);
            String complete = command.path().isEmpty() || width == 80 ? help : help(width, words + " --help --all");
            for (CommandNode.Argument option : command.options()) {
                String name = option.names().getLast();
                if (!Set.of("--help", "--version", "--debug").contains(name)) {
                    assertThat(help).as(words).contains(name);
                    assertThat(complete).as(words).contains(name);
                }
            }
        }
    }

    private static String help(int width, String line) {
        StringWriter out = new StringWriter();
        int status = CliRun.run(
                Map.of("LOOMWEIGHT_COLUMNS", Integer.toString(width), "NO_COLOR", "1"),
                out,
                out,
                line.strip().split(" "));
        assertThat(status).as(line).isZero();
        return out.toString();
    }

    @Test
    void aCommandHasFiveExamplesOfItsOwn() {
        assertThat(Examples.all().byCommand().keySet())
                .allMatch(words -> ROOT.all()
                        .anyMatch(command -> String.join(" ", command.path()).equals(words)));
        for (CommandNode command : ROOT.commands()) {
            assertThat(command.examples())
                    .as(command.name())
                    .hasSizeGreaterThanOrEqualTo(SMALL.contains(command.name()) ? 2 : EXAMPLES)
                    .hasSizeLessThanOrEqualTo(EXAMPLES)
                    .anyMatch(example -> example.contains("loomweight " + command.name()));
        }
        assertThat(ROOT.examples()).hasSize(EXAMPLES);
    }

    /** Commands that start or look at JVMs, serve, or read what people type: these are parsed alone. */
    private static final Pattern NOT_RUN =
            Pattern.compile("loomweight (?:run|record|watch|lab|mcp|repl app.jfr$|faults 4711|\\w+ 4711).*");

    @TempDir
    private Path folder;

    static Stream<List<String>> examples() {
        return ROOT.all().map(CommandNode::examples).filter(of -> !of.isEmpty());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void examplesRun(List<String> examples) throws IOException {
        write();
        for (String example : examples) {
            String line = example.replaceFirst(" +# .*", "").replaceFirst("source <\\((.*)\\)", "$1");
            List<String> words = new ArrayList<>();
            Pattern.compile("\"[^\"]*\"|\\S+")
                    .matcher(line.replaceFirst(" > .*", ""))
                    .results()
                    .forEach(word -> words.add(word.group().replace("\"", "")));
            assertThat(words.removeFirst()).isEqualTo("loomweight");
            if (NOT_RUN.matcher(line).matches()) {
                assertThat(CliRun.misunderstood(words)).as(line).isEmpty();
                continue;
            }
            StringWriter err = new StringWriter();
            int status = CliRun.run(new StringWriter(), err, here(words));
            // A budget may be exceeded.
            assertThat(status)
                    .as(line + "\n" + err)
                    .isIn(line.contains("--budget") || line.contains("--config") ? Set.of(0, 3) : Set.of(0));
        }
    }

    /** Files that examples name are in the folder of the test. */
    private String[] here(List<String> words) {
        return words.stream()
                .map(word -> word.matches("[\\w.-]+\\.(?:jfr|txt|json|html|gz|md|lwf|xml|toml)|recordings/?|clean")
                        ? folder.resolve(word).toString()
                        : word)
                .toArray(String[]::new);
    }

    private void write() throws IOException {
        Path resources = Path.of("src/test/resources");
        Map<String, String> files = Map.ofEntries(
                Map.entry("app.jfr", "recordings/21/pins.jfr"),
                Map.entry("before.jfr", "recordings/21/pins.jfr"),
                Map.entry("after.jfr", "recordings/25/pins.jfr"),
                Map.entry("recordings/checkout.jfr", "recordings/21/pins.jfr"),
                Map.entry("dump.txt", "dumps/21.txt"),
                Map.entry("nmt.txt", "nmt/21.0.8/level-summary-summary.txt"),
                Map.entry("nmt2.txt", "nmt/21.0.8/level-summary-summary.txt"),
                Map.entry("dump1.json", "dumps/21.json"),
                Map.entry("dump2.json", "dumps/21.json"));
        Files.createDirectories(folder.resolve("recordings"));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.copy(resources.resolve(file.getValue()), folder.resolve(file.getKey()));
        }
        Files.writeString(folder.resolve("loomweight.toml"), "[budget]\npins = 0\n");
        Files.writeString(folder.resolve("script.txt"), "types\n");
    }
}
