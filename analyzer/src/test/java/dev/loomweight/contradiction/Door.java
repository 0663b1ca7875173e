package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A command, and what it says. */
final class Door {

    static final Path FIXTURES = Path.of("src/test/resources");

    private Door() {}

    /** The fixtures whose names end so. */
    static List<Path> fixtures(String... ends) throws IOException {
        try (Stream<Path> files = Files.walk(FIXTURES)) {
            return files.filter(file -> Stream.of(ends).anyMatch(file.toString()::endsWith))
                    .sorted()
                    .toList();
        }
    }

    /** What a command prints, which succeeds or finds a budget exceeded. */
    static String text(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, words))
                .as("%s: %s", List.of(words), err)
                .isIn(0, 3);
        return out.toString();
    }

    /** What a command says of an input as JSON; without class files, so that no door has more of them than another. */
    static JsonObject json(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--format", "json"));
        return JsonParser.parseString(text(all.toArray(String[]::new))).getAsJsonObject();
    }

    /** The rows of the tables with that id, of all sections with that id; none where there are none. */
    static List<JsonObject> rows(JsonObject report, String section, String table) {
        return rows(report, section, table, "rows");
    }

    /** The total of the table with that id. */
    static JsonObject total(JsonObject report, String section, String table) {
        return rows(report, section, table, "totals").getFirst();
    }

    private static List<JsonObject> rows(JsonObject report, String section, String table, String which) {
        List<JsonObject> rows = new ArrayList<>();
        for (JsonElement one : report.getAsJsonArray("sections")) {
            if (!one.getAsJsonObject().get("id").getAsString().equals(section)) {
                continue;
            }
            for (JsonElement block : one.getAsJsonObject().getAsJsonArray("blocks")) {
                JsonElement id = block.getAsJsonObject().get("id");
                if (id != null && id.getAsString().equals(table)) {
                    block.getAsJsonObject().getAsJsonArray(which).forEach(row -> rows.add(row.getAsJsonObject()));
                }
            }
        }
        return rows;
    }
}
