package dev.loomweight.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page names every tool, with its arguments, and no other. */
class McpDocsTest {

    @TempDir
    private Path folder;

    /** A new question is a tool without another line, with those of its options that assistants have. */
    @Test
    void everyQuestionIsATool() throws Exception {
        List<String> questions =
                new ArrayList<>(Question.ALL.stream().map(Question::word).toList());
        questions.add(Question.COVERAGE.word());
        Map<String, Set<String>> arguments = new HashMap<>();
        try (Client client = Client.recording(folder).initialized("2025-11-25")) {
            for (JsonElement element :
                    client.ask("tools/list", "{}").getAsJsonObject("result").getAsJsonArray("tools")) {
                JsonObject tool = element.getAsJsonObject();
                arguments.put(
                        tool.get("name").getAsString(),
                        tool.getAsJsonObject("inputSchema")
                                .getAsJsonObject("properties")
                                .keySet());
            }
        }
        assertThat(arguments).containsKeys(questions.toArray(String[]::new));
        Set<String> ofClasses = Set.of("paths", "classpath", "own", "carriers");
        for (Question question : Question.ALL) {
            Set<String> wanted = new HashSet<>(Set.of("paths"));
            if (question.has(ClassOptions.CLASSPATH)) {
                wanted.addAll(ofClasses);
            }
            if (question.options().containsAll(ClassOptions.OF_PINS)) {
                wanted.addAll(Set.of("cause", "thread", "longer", "package", "from", "until"));
            }
            if (question.has(InputOptions.LIMIT)) {
                wanted.add("limit");
            }
            assertThat(arguments.get(question.word())).as(question.word()).isEqualTo(wanted);
        }
    }

    @Test
    void everyToolHasItsRow() throws Exception {
        List<String> rows = Files.readAllLines(Path.of("../docs/mcp.md")).stream()
                .filter(line -> line.matches("\\| `[a-z]+` \\|.*"))
                .toList();
        List<String> tools = new ArrayList<>();
        try (Client client = Client.recording(folder).initialized("2025-11-25")) {
            for (JsonElement element :
                    client.ask("tools/list", "{}").getAsJsonObject("result").getAsJsonArray("tools")) {
                JsonObject tool = element.getAsJsonObject();
                String name = tool.get("name").getAsString();
                tools.add(name);
                boolean reads =
                        tool.getAsJsonObject("annotations").get("readOnlyHint").getAsBoolean();
                assertThat(reads).as(name).isEqualTo(!name.equals("record"));
                String row = rows.stream()
                        .filter(line -> line.startsWith("| `" + name + "` |"))
                        .findFirst()
                        .orElse("");
                assertThat(tool.getAsJsonObject("inputSchema")
                                .getAsJsonObject("properties")
                                .keySet())
                        .allSatisfy(argument -> assertThat(row).as(name).contains("`" + argument + "`"));
            }
        }
        assertThat(rows).hasSameSizeAs(tools);
    }
}
