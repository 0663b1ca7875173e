package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The page "Gate a build": its files and commands are understood, and its workflow does what it says. */
class CheckDocsTest {

    private static final Path PAGE = Path.of("..", "docs", "check.md");
    private static final Path WORKFLOW = Path.of("..", "docs", "check", "github-actions.yml");

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
        List<String> words = new ArrayList<>(List.of(line.split(" +", -1)));
        words.removeFirst();
        // Help is given for a line that is understood, and for no other.
        words.add(1, "--help");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        assertThat(CliRun.run(out, err, words.toArray(String[]::new)))
                .as("%s%s", line, err)
                .isZero();
        assertThat(out.toString()).startsWith("Usage: loomweight check");
    }

    @ParameterizedTest
    @CsvSource({"pins = 0, 3", "pins = 1000000, 0"})
    void theWorkflowFailsWhereTheApplicationIsOverItsBudget(String budget, int status) throws Exception {
        Files.writeString(folder.resolve("loomweight.toml"), "[budget]\n" + budget + "\n");
        Files.writeString(folder.resolve("load.txt"), "a line\n");
        List<String> ran = new ArrayList<>();
        int failed = 0;
        for (Step step : steps()) {
            if (failed == 0 || step.always) {
                int ended = run(step);
                ran.add(step.name);
                failed = failed == 0 ? ended : failed;
            }
        }

        assertThat(failed).as(Files.readString(folder.resolve("said.txt"))).isEqualTo(status);
        assertThat(ran).hasSize(6);
        assertThat(folder.resolve("summary.md")).content().contains("### Loomweight check", "pins");
        assertThat(folder.resolve("report.html")).exists();
        assertThat(folder.resolve("check.xml")).content().contains("budgetPins");
        assertThat(folder.resolve("upload.sarif")).content().contains("2.1.0");
    }

    /** A step that runs a script, and whether it does after a failure too. */
    private record Step(String name, String script, boolean always) {}

    /** The steps that run something here; those of others ({@code uses}) are not ours to try. */
    private static List<Step> steps() throws IOException {
        List<Step> steps = new ArrayList<>();
        for (String text : Files.readString(WORKFLOW).split("\n {6}- ", -1)) {
            MatchResult run = Pattern.compile(
                            "^ {8}run: (\\|\n(?<block>(?: {10}.*\n?)+)|(?<line>.*))", Pattern.MULTILINE)
                    .matcher(text)
                    .results()
                    .findFirst()
                    .orElse(null);
            if (run != null) {
                String block = run.group("block");
                steps.add(new Step(
                        text.lines().findFirst().orElseThrow(),
                        block == null ? run.group("line") : block,
                        text.contains("if: always()")));
            }
        }
        return steps;
    }

    /** Runs a step as the server does, with a build and a clone that are there already, and a jq that does its part. */
    private int run(Step step) throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        String quoted =
                CommandProcess.words().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path launcher = command(bin.resolve("launcher"), "exec " + quoted + " \"$@\"");
        command(bin.resolve("mvn"), "mkdir -p target && cp '" + OwnApp.jar(folder) + "' target/app.jar");
        command(bin.resolve("git"), "mkdir -p \"$5/scripts\" && cp '" + launcher + "' \"$5/scripts/loomweight\"");
        if (!isThere("jq")) {
            command(bin.resolve("jq"), "cat \"$2\"");
        }
        Path added = folder.resolve("path.txt");
        String path = bin + ":" + jdk.resolve("bin") + ":"
                + (Files.exists(added) ? Files.readString(added).strip() + ":" : "") + System.getenv("PATH");
        ProcessBuilder builder = new ProcessBuilder("bash", "-eo", "pipefail", "-c", step.script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("said.txt").toFile()));
        builder.environment().put("PATH", path);
        builder.environment().put("LOOMWEIGHT", "nowhere");
        builder.environment().put("RUNNER_TEMP", folder.toString());
        builder.environment().put("GITHUB_PATH", added.toString());
        builder.environment()
                .put("GITHUB_STEP_SUMMARY", folder.resolve("summary.md").toString());
        return builder.start().waitFor();
    }

    private static boolean isThere(String program) throws Exception {
        return new ProcessBuilder("bash", "-c", "command -v " + program)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private static Path command(Path file, String script) throws IOException {
        Files.writeString(file, "#!/usr/bin/env bash\n" + script + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void everyBudgetIsInTheTable() throws IOException {
        String page = Files.readString(PAGE);
        StringWriter out = new StringWriter();
        CliRun.run(out, new StringWriter(), "check", "--help");
        String help = out.toString().replaceAll("\\s+", " ");
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
        assertThat(lines).hasSize(6);
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
