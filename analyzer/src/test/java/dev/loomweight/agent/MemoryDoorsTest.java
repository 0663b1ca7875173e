package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.cli.CliRun;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory of one process is the same, whichever way it comes in: captures of all kinds, fold files, comparisons. */
class MemoryDoorsTest {

    static final List<String> BOTH = AgentTest.BOTH;

    private static final long MB = 1 << 20;

    private static final Path CAPTURES = Path.of("src/test/resources/first-screen");

    @TempDir
    private Path folder;

    private static JsonObject section(String id, String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> arguments = new ArrayList<>(List.of(words));
        arguments.addAll(List.of("--format", "json"));
        assertThat(CliRun.run(out, err, arguments.toArray(String[]::new)))
                .as("%s%s", out, err)
                .isZero();
        return JsonParser.parseString(out.toString()).getAsJsonObject().getAsJsonArray("sections").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(one -> one.get("id").getAsString().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no section " + id + " of " + arguments));
    }

    private static JsonArray rows(JsonObject section, String table) {
        return section.getAsJsonArray("blocks").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(one -> one.get("id").getAsString().equals(table))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no table " + table + " in " + section))
                .getAsJsonArray("rows");
    }

    /** A column of bytes by the first one; empty cells are left out. */
    private static Map<String, Long> bytes(JsonArray rows, String label, String column) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (JsonElement row : rows) {
            JsonElement value = row.getAsJsonObject().get(column);
            if (value != null) {
                bytes.put(row.getAsJsonObject().get(label).getAsString(), value.getAsLong());
            }
        }
        return bytes;
    }

    private Path folded(Path capture) {
        Path file = folder.resolve("all.lwf");
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(new StringWriter(), err, "fold", capture.toString(), "-o", file.toString()))
                .as(err.toString())
                .isZero();
        return file;
    }

    private static Map<String, Long> resident(Path capture) {
        return bytes(rows(section("reconciliation", "memory", capture.toString()), "memory1"), "part", "residentBytes");
    }

    /** A report and a fold file say what {@code memory} says of the capture, and against the fold file nothing changed. */
    private void isTheSameThroughEachDoor(Path capture) {
        Path fold = folded(capture);
        for (String id : List.of("reconciliation", "growth")) {
            JsonObject expected = section(id, "memory", capture.toString());
            assertThat(section(id, "memory", fold.toString()))
                    .as("%s of the fold file", id)
                    .isEqualTo(expected);
            assertThat(section(id, "report", capture.toString()))
                    .as("%s of the report", id)
                    .isEqualTo(expected);
        }
        long total = Objects.requireNonNull(resident(capture).get("resident memory (RSS)"));

        JsonArray totals = rows(section("memoryChange", "diff", capture.toString(), fold.toString()), "totals");
        assertThat(bytes(totals, "figure", "beforeBytes")).containsEntry("resident memory", total);
        assertThat(bytes(totals, "figure", "afterBytes")).containsEntry("resident memory", total);
        assertThat(bytes(totals, "figure", "changeBytes").values()).containsOnly(0L);
        JsonArray grown = rows(section("growth", "diff", capture.toString(), fold.toString()), "grownPlaces1");
        assertThat(bytes(grown, "place", "lastBytes").values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(total);
        assertThat(bytes(grown, "place", "growthBytes").values()).containsOnly(0L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring-21", "spring-25", "killed"})
    void aCaptureIsTheSameThroughEachDoor(String name) {
        isTheSameThroughEachDoor(CAPTURES.resolve(name));
    }

    /** One process, of which two captures are made at the same time, by the agent and from outside. */
    @Tag("applications")
    @ParameterizedTest
    @FieldSource("BOTH")
    void theAgentAndRecordAgree(String jdk) throws Exception {
        Path byAgent = folder.resolve("agent.lw");
        Path byRecord = folder.resolve("record.lw");
        try (AgentProcess app = AgentProcess.start(
                jdk,
                folder,
                List.of(),
                Map.of(),
                List.of(
                        "-XX:NativeMemoryTracking=summary",
                        AgentProcess.agent(folder, "out=" + byAgent + ",interval=1s,metrics=none")))) {
            AgentCaptures.untilBegun(byAgent);
            StringWriter err = new StringWriter();
            String[] record = {
                "record",
                "-o",
                byRecord.toString(),
                "--duration",
                "2s",
                AgentCaptures.json(byAgent).get("pid").getAsString()
            };
            assertThat(CliRun.run(new StringWriter(), err, record))
                    .as(err.toString())
                    .isZero();
            assertThat(app.end()).isZero();
        }
        Map<String, Long> agents = committed(byAgent);
        Map<String, Long> records = committed(byRecord);

        assertThat(agents.keySet()).containsAll(records.keySet());
        // The arenas of the compilers come and go.
        records.forEach((part, bytes) -> assertThat(agents.get(part))
                .as("%s: %s, %s", part, agents, records)
                .isBetween(bytes - 12 * MB, bytes + 12 * MB));
        isTheSameThroughEachDoor(byAgent);
        isTheSameThroughEachDoor(byRecord);
        assertThat(section("growth", "diff", byRecord.toString(), byAgent.toString())
                        .toString())
                .contains("did not grow")
                .doesNotContain("larger", "smaller");
    }

    private static Map<String, Long> committed(Path capture) {
        Map<String, Long> committed = bytes(
                rows(section("reconciliation", "memory", capture.toString()), "memory1"), "part", "committedBytes");
        committed.put("resident", resident(capture).get("resident memory (RSS)"));
        return committed;
    }
}
