package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.command.Assistant;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Options;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What the command line, the prompt and the assistant take, and what they say of what they do not take, is as the files in
 * {@code surface} have it. After a change that is wanted: copy what is right from {@code target/surface} over them.
 */
class SurfaceTest {

    private static final Path GOLDEN = Path.of("src/test/resources/surface");
    private static final Path ACTUAL = Path.of("target/surface");
    private static final Path ROOT = Path.of("src/test/resources/recordings/25");
    private static final String PINS = ROOT.resolve("pins.jfr").toString();
    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    /** What the commands of the command line take; completions and man pages are made of the same. */
    @Test
    void optionsOfEveryCommand() throws IOException {
        List<String> lines = new ArrayList<>();
        commands(CommandModel.all().getCommandSpec()).forEach(command -> {
            lines.add("== " + command.qualifiedName());
            Stream.concat(command.options().stream(), command.positionalParameters().stream())
                    .map(SurfaceTest::described)
                    .forEach(lines::add);
        });
        assertSame("options.txt", String.join("\n", lines) + "\n");
    }

    private static Stream<CommandSpec> commands(CommandSpec command) {
        return Stream.concat(
                Stream.of(command),
                command.subcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .flatMap(SurfaceTest::commands));
    }

    private static String described(ArgSpec argument) {
        String names = argument instanceof OptionSpec option ? String.join(" ", option.names()) : "";
        Iterable<String> candidates = argument.completionCandidates();
        return String.join(
                " | ",
                names,
                argument.paramLabel(),
                argument.arity()
                        + (argument.isMultiValue() ? " repeatable" : "")
                        + (argument.required() ? " needed" : ""),
                // Files are completed.
                (argument.auxiliaryTypes()[0] == Path.class ? "Path" : "") + " "
                        + Objects.requireNonNullElse(argument.splitRegex(), ""),
                Objects.requireNonNullElse(argument.defaultValue(), ""),
                candidates == null
                        ? ""
                        : String.join(
                                ",",
                                StreamSupport.stream(candidates.spliterator(), false)
                                        .toList()),
                String.join("; ", argument.description()));
    }

    /** The help of every command, on the command line and at the prompt. */
    @Test
    void helpOfEveryCommand() throws IOException {
        List<String> outcomes = new ArrayList<>();
        commands(CommandModel.all().getCommandSpec())
                .forEach(command -> outcomes.add(
                        outcome("$ " + (command.qualifiedName() + " --help").replaceFirst("^loomweight ", ""), true)));
        Stream.of(
                        "$ help",
                        "$ help --all",
                        "$ help pins",
                        "$ run sleepers --help",
                        "> help",
                        "> help site",
                        "> help diff")
                .forEach(line -> outcomes.add(outcome(line, true)));
        Stream.concat(Question.ALL.stream(), Question.VIEWS.stream())
                .forEach(question -> outcomes.add(outcome("> help " + question.word(), true)));
        assertSame("help.txt", String.join("", outcomes));
    }

    /** Titles, descriptions and schemas of the tools. */
    @Test
    void toolsOfAssistants() throws Exception {
        assertSame("tools.json", GSON.toJson(ask("tools/list", "{}")) + "\n");
    }

    /** The lines that begin with a sign of a door, of which each is run anew, followed by what is said of it. */
    @Test
    void whatIsSaidOfMisuse() throws IOException {
        List<String> lines = Files.readAllLines(GOLDEN.resolve("misuse.txt")).stream()
                .filter(line -> line.matches("(\\$|>|mcp) .*"))
                .toList();
        assertThat(lines).hasSizeGreaterThan(200);
        StringBuilder said = new StringBuilder();
        lines.forEach(line -> said.append(outcome(line, false)));
        assertSame("misuse.txt", said.toString());
    }

    /**
     * What a line does.
     *
     * @param line of the command line after a dollar sign, of the prompt after an angle, or a tool and its arguments
     * @param printed whether what is printed is part of it
     */
    private static String outcome(String line, boolean printed) {
        String words = line.substring(line.indexOf(' ') + 1);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String status = line.startsWith("mcp")
                ? called(words, out)
                : ""
                        + (line.startsWith(">")
                                ? CliRun.run(out, err, "repl", PINS, "-c", words)
                                : CliRun.run(
                                        out,
                                        err,
                                        Arrays.stream(words.split(" "))
                                                .map(word -> word.equals("PINS") ? PINS : word)
                                                .toArray(String[]::new)));
        String text = err.toString() + (printed || line.startsWith("mcp") ? out : "");
        return line + "\n" + status + "\n" + text.replaceAll("(?m)^(?=.)", "  ");
    }

    private static String called(String words, StringWriter out) {
        int arguments = words.indexOf(' ');
        JsonObject answer = ask(
                "tools/call",
                "{\"name\": \"" + words.substring(0, arguments) + "\", \"arguments\": " + words.substring(arguments)
                        + "}");
        boolean failed = answer.has("isError") && answer.get("isError").getAsBoolean();
        if (failed) {
            JsonArray content = answer.getAsJsonArray("content");
            content.forEach(part -> out.write(part.getAsJsonObject().get("text").getAsString() + "\n"));
        } else if (answer.has("message")) {
            out.write(answer.get("message").getAsString() + "\n");
        }
        return failed ? "failed" : answer.has("message") ? "refused" : "answered";
    }

    /** The result of one message in a session of its own, or the error. */
    private static JsonObject ask(String method, String params) {
        String initialize =
                "{\"protocolVersion\": \"2025-11-25\", \"capabilities\": {}, \"clientInfo\": {\"name\": \"test\","
                        + " \"version\": \"1\"}}";
        String session = message("\"id\": 1, ", "initialize", initialize)
                + message("", "notifications/initialized", "{}")
                + message("\"id\": 2, ", method, params);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ServiceLoader.load(Assistant.class)
                    .findFirst()
                    .orElseThrow()
                    .run(
                            Options.NONE.with(Assistant.ROOTS, List.of(ROOT)).with(Assistant.ALLOW_RECORD, true),
                            new Assistant.Client(
                                    "1.0", new ByteArrayInputStream(session.getBytes(StandardCharsets.UTF_8)), out),
                            CliRun.parser());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        JsonObject answer = out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(JsonParser::parseString)
                .map(JsonElement::getAsJsonObject)
                .filter(message -> message.has("id") && message.get("id").getAsInt() == 2)
                .findFirst()
                .orElseThrow();
        return answer.getAsJsonObject(answer.has("result") ? "result" : "error");
    }

    private static String message(String id, String method, String params) {
        return "{\"jsonrpc\": \"2.0\", " + id + "\"method\": \"" + method + "\", \"params\": " + params + "}\n";
    }

    private static void assertSame(String file, String actual) throws IOException {
        // The folder of a user, and the versions of this build and its Java, are not the surface.
        String stable = actual.replace(Path.of("").toAbsolutePath() + "/", "");
        Files.createDirectories(ACTUAL);
        Files.writeString(ACTUAL.resolve(file), stable);
        Path golden = GOLDEN.resolve(file);
        assertThat(stable).as(file).isEqualTo(Files.exists(golden) ? Files.readString(golden) : "");
    }
}
