package dev.loomweight.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page names every tool, with its arguments, and no other. */
class McpDocsTest {

    @TempDir
    private Path folder;

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
