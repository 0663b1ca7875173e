package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dumps of one process at several moments are one process at every door, and its threads wait for the same. */
class DumpsAtEveryDoorTest {

    /** The dumps of each process among the fixtures, in their order. */
    static Stream<List<Path>> processes() throws IOException {
        Map<String, List<Path>> processes = new TreeMap<>();
        for (Path file : Door.fixtures("-1.json", "-3.json", "-1.txt", "-3.txt")) {
            if (file.startsWith(Door.FIXTURES.resolve("dumps"))) {
                processes
                        .computeIfAbsent(file.toString().replaceAll("-[13](\\.\\w+)$", "$1"), key -> new ArrayList<>())
                        .add(file);
            }
        }
        assertThat(processes).hasSizeGreaterThanOrEqualTo(9);
        return processes.values().stream();
    }

    private static String[] words(String question, List<Path> dumps) {
        return Stream.concat(Stream.of(question), dumps.stream().map(Path::toString))
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @MethodSource("processes")
    void hangAndWaitsCountTheSameThreadsAtAPool(List<Path> dumps) {
        Map<String, Long> waiting = new TreeMap<>();
        JsonObject waits = Door.json(words("waits", dumps));
        for (String table : List.of("locks", "platformLocks")) {
            for (JsonObject row : Door.rows(waits, "waits", table)) {
                if (row.get("kind").getAsString().equals("pool")) {
                    waiting.merge(
                            row.get("lock").getAsString(),
                            row.get("waitingCount").getAsLong(),
                            Long::sum);
                }
            }
        }
        Map<String, Long> hanging = new TreeMap<>();
        for (JsonObject row : Door.rows(Door.json(words("hang", dumps)), "hang", "hangs")) {
            if (row.get("verdict").getAsString().equals("pool exhausted")) {
                hanging.merge(
                        row.get("waitsFor").getAsString().replace("an object of the pool ", ""),
                        row.get("threadsCount").getAsLong(),
                        Long::sum);
            }
        }

        assertThat(waiting).as("every one of these programs waits for a pool").isNotEmpty();
        // A pool that lends from dump to dump is waited for, and is no hang.
        boolean lends = dumps.getFirst().toString().contains("busy");
        assertThat(hanging).isEqualTo(lends ? Map.of() : waiting);
    }

    /** The question why threads do not move is its three parts. */
    @ParameterizedTest
    @MethodSource("processes")
    void threadsSaysWhatHangAndWaitsSay(List<Path> dumps) {
        Map<String, JsonElement> sections = sections("threads", dumps);
        for (String part : List.of("hang", "waits")) {
            assertThat(sections.get(part))
                    .as(part)
                    .isNotNull()
                    .isEqualTo(sections(part, dumps).get(part));
        }
    }

    private static Map<String, JsonElement> sections(String question, List<Path> dumps) {
        Map<String, JsonElement> sections = new TreeMap<>();
        for (JsonElement section : Door.json(words(question, dumps)).getAsJsonArray("sections")) {
            sections.put(section.getAsJsonObject().get("id").getAsString(), section);
        }
        return sections;
    }

    @ParameterizedTest
    @MethodSource("processes")
    void noDoorAsksForFilesOfOneMoment(List<Path> dumps) {
        for (String question : List.of("report", "hang", "waits")) {
            JsonObject report = Door.json(words(question, dumps));
            for (JsonElement section : report.getAsJsonArray("sections")) {
                JsonElement findings = section.getAsJsonObject().get("findings");
                assertThat(String.valueOf(findings)).as(question).doesNotContain("reported separately");
            }
        }
    }
}
