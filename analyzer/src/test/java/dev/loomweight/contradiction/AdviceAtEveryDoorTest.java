package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.loomweight.cli.CliRun;
import dev.loomweight.command.Question;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A command that has no answer of an input names those that have one, and no other. */
@Tag("oracles")
class AdviceAtEveryDoorTest {

    private static final Pattern NAMED = Pattern.compile("try (\"[a-z\" ]+)");

    /** All texts that are read: a command of NMT, a dump, a file of /proc. */
    static Stream<Path> texts() throws IOException {
        return Door.fixtures(".txt", ".json").stream()
                .filter(file -> file.startsWith(Door.FIXTURES.resolve("nmt"))
                        || file.startsWith(Door.FIXTURES.resolve("dumps")));
    }

    private record Answer(int status, String error) {}

    private static Answer ask(String question, Path file) {
        StringWriter err = new StringWriter();
        int status = CliRun.run(new StringWriter(), err, question, file.toString());
        return new Answer(status, err.toString());
    }

    @Test
    void noCommandNamesOneThatRefusesToo() throws Exception {
        List<String> wrong = new ArrayList<>();
        int refused = 0;
        for (Path file : texts().toList()) {
            Map<String, Answer> answers = new TreeMap<>();
            Question.ALL.forEach(question -> answers.put(question.word(), ask(question.word(), file)));
            answers.put("faults", ask("faults", file));
            for (Map.Entry<String, Answer> asked : answers.entrySet()) {
                Answer answer = asked.getValue();
                if (answer.status == 0) {
                    continue;
                }
                refused++;
                List<String> good = Question.ALL.stream()
                        .map(Question::word)
                        .filter(word -> Objects.requireNonNull(answers.get(word)).status == 0)
                        .toList();
                Matcher named = NAMED.matcher(answer.error);
                List<String> words = named.find()
                        ? Stream.of(named.group(1).replace("\"", "").trim().split(" or ", -1))
                                .toList()
                        : List.of();
                if (!good.containsAll(words) || words.isEmpty() != good.isEmpty()) {
                    wrong.add(asked.getKey() + " " + file + ": names " + words + ", and these answer: " + good);
                }
            }
        }
        assertThat(refused).isGreaterThan(100);
        assertThat(wrong).isEmpty();
    }

    /** The head of a crash log alone. */
    @Test
    void aCrashLogHasTwoDoors(@TempDir Path folder) throws IOException {
        Path log = Files.writeString(folder.resolve("hs_err_pid7.log"), """
                # A fatal error has been detected by the Java Runtime Environment:
                #
                #  SIGSEGV (0xb) at pc=0x000000010608a6a0, pid=7, tid=0x0000000000000307
                """);
        for (String question : List.of("report", "memory", "faults")) {
            assertThat(ask(question, log).status).as(question).isZero();
        }
        for (String question : List.of("pins", "threads", "carriers", "hang", "waits")) {
            assertThat(ask(question, log).error)
                    .isEqualTo("loomweight " + question + ": " + log + " holds a crash log, and nothing that \""
                            + question + "\" can report on; try \"report\" or \"memory\"\n");
        }
    }

    static Stream<Path> dumps() throws IOException {
        return texts().filter(file -> ask("hang", file).status == 0);
    }

    /** Of a dump, an overview begins with what is said of its threads. */
    @ParameterizedTest
    @MethodSource("dumps")
    void aReportOnADumpIsWhatThreadsSays(Path dump) {
        JsonArray threads = sections("threads", dump);
        JsonArray report = sections("report", dump);
        assertThat(threads.get(0).getAsJsonObject().get("id").getAsString()).isEqualTo("hang");
        for (int i = 0; i < threads.size(); i++) {
            JsonObject section = threads.get(i).getAsJsonObject();
            assertThat(report.get(i)).as(section.get("id").getAsString()).isEqualTo(section);
        }
    }

    /** More evidence leaves the verdict as it is. */
    @Test
    void aReportOnADumpAndAnotherTextHasBoth() {
        Path dump = Door.FIXTURES.resolve("dumps/threads/hang-25.json");
        Path nmt = Door.FIXTURES.resolve("nmt/25.0.3/platform-summary-b.txt");
        Map<String, JsonElement> both = new TreeMap<>();
        Door.json("report", dump.toString(), nmt.toString())
                .getAsJsonArray("sections")
                .forEach(section -> both.put(section.getAsJsonObject().get("id").getAsString(), section));
        assertThat(both).containsKey("reconciliation");
        assertThat(both.get("hang")).isEqualTo(sections("threads", dump).get(0));
    }

    private static JsonArray sections(String question, Path file) {
        return Door.json(question, file.toString()).getAsJsonArray("sections");
    }
}
