package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.cli.CliRun;
import dev.loomweight.command.Question;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is given to the commands, each answers or says in one line why not: an overview has an answer where any other
 * command has one, a command that is named instead answers, and no answer is an empty table.
 */
@Tag("oracles")
class AnyInputTest {

    private static final int INPUTS = Integer.getInteger("loomweight.inputs", 60);

    private static final Pattern NAMED = Pattern.compile("try (\"[a-z\" ]+)");

    @TempDir
    private Path folder;

    private record Answer(int status, String out, String error) {

        boolean isAnswer() {
            return !out.isEmpty();
        }
    }

    @Test
    void everyCommandAnswersOrSaysWhatWould() throws IOException {
        long seed = Long.getLong("loomweight.seed", System.nanoTime());
        System.out.println("AnyInputTest: seed " + seed);
        RandomInputs inputs = new RandomInputs(folder, new Random(seed));
        List<String> wrong = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < INPUTS; i++) {
            RandomInputs.Given given = inputs.next();
            Map<String, Answer> answers = new LinkedHashMap<>();
            Stream.concat(Question.ALL.stream().map(Question::word), Stream.of("faults"))
                    .forEach(word -> answers.put(word, ask(word, given.paths())));
            refused += (int) answers.values().stream()
                    .filter(answer -> !answer.isAnswer())
                    .count();
            for (String complaint : complaints(answers)) {
                wrong.add(given.shown() + ": " + complaint);
            }
        }
        assertThat(refused).isGreaterThan(INPUTS);
        assertThat(wrong).as("seed " + seed).isEmpty();
    }

    private static Answer ask(String word, List<Path> paths) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> words = new ArrayList<>(List.of(word, "--format", "json"));
        paths.forEach(path -> words.add(path.toString()));
        int status = CliRun.run(out, err, words.toArray(String[]::new));
        return new Answer(status, out.toString(), err.toString());
    }

    private static List<String> complaints(Map<String, Answer> answers) {
        List<String> wrong = new ArrayList<>();
        answers.forEach((word, answer) -> {
            List<String> lines = answer.error.lines().toList();
            if (!lines.stream().allMatch(line -> line.startsWith("loomweight " + word + ": "))
                    || (!answer.isAnswer() && lines.size() != 1)
                    || (answer.status == 0) != lines.isEmpty()
                    || answer.status > 1
                    || answer.error.contains("internal error")) {
                wrong.add(word + " ends with " + answer.status + " and " + lines);
            }
            if (answer.isAnswer()) {
                emptyTable(answer.out).forEach(table -> wrong.add(word + " has the empty table " + table));
            }
            for (String named : named(answer.error)) {
                Answer other = answers.get(named);
                if (other == null || !other.isAnswer()) {
                    wrong.add(word + " names " + named + ", which has no answer");
                }
            }
        });
        // The list of known faults is a table of its own, whatever is in an input that the others read.
        boolean any = answers.entrySet().stream()
                .anyMatch(answer ->
                        !answer.getKey().equals("faults") && answer.getValue().isAnswer());
        Answer report = Objects.requireNonNull(answers.get("report"));
        if (any && !report.isAnswer()) {
            wrong.add("report has no answer, and another command has: " + report.error);
        }
        return wrong;
    }

    private static List<String> named(String error) {
        Matcher named = NAMED.matcher(error);
        return named.find() ? List.of(named.group(1).replace("\"", "").trim().split(" or ", -1)) : List.of();
    }

    /** The tables without any amount or word beyond the names of their rows. */
    private static List<String> emptyTable(String report) {
        List<String> empty = new ArrayList<>();
        for (JsonElement section :
                JsonParser.parseString(report).getAsJsonObject().getAsJsonArray("sections")) {
            for (JsonElement element : section.getAsJsonObject().getAsJsonArray("blocks")) {
                JsonObject block = element.getAsJsonObject();
                if (block.has("rows")) {
                    JsonArray rows = new JsonArray();
                    rows.addAll(block.getAsJsonArray("rows"));
                    if (block.has("totals")) {
                        rows.addAll(block.getAsJsonArray("totals"));
                    }
                    if (!hasValue(rows)) {
                        empty.add(block.get("id").getAsString());
                    }
                }
            }
        }
        return empty;
    }

    private static boolean hasValue(JsonArray rows) {
        for (JsonElement row : rows) {
            long values = row.getAsJsonObject().entrySet().stream()
                    .filter(value -> !value.getValue().isJsonNull()
                            && !(value.getValue().isJsonPrimitive()
                                    && value.getValue().getAsString().isEmpty()))
                    .count();
            if (values > 1) {
                return true;
            }
        }
        return false;
    }
}
