package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.report.Section;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM under load can write a dump without any thread, and good ones before and after it. */
class EmptyDumpsTest {

    private static final String EMPTY = "{\"threadDump\": {\"threadContainers\": []}}";
    private static final String THREADS =
            "{\"threadDump\": {\"threadContainers\": [{\"container\": \"<root>\", \"threads\": [{\"tid\": \"1\","
                    + " \"name\": \"main\", \"stack\": [\"Main.main(Main.java:1)\"]}]}]}}";

    @TempDir
    private Path folder;

    private String hang(String... dumps) throws IOException {
        Path capture = folder.resolve("app.lw");
        Files.createDirectories(capture.resolve("dumps"));
        Files.writeString(
                capture.resolve("capture.json"),
                "{\"schemaVersion\": 1, \"target\": \"app\", \"status\": \"complete\", \"snapshots\": []}");
        StringBuilder index = new StringBuilder("file,time,tookNanos,pausedNanos\n");
        for (int i = 0; i < dumps.length; i++) {
            String name = "00" + i + "-" + i + "s-periodic.json";
            Files.writeString(capture.resolve("dumps").resolve(name), dumps[i], StandardCharsets.UTF_8);
            index.append(name).append(",2026-11-27T10:00:0" + i + "Z,5000,70\n");
        }
        Files.writeString(capture.resolve("dumps/dumps.csv"), index);
        List<Section> sections =
                Question.HANG.ask(InputOptions.of(capture)).report().sections();
        return sections.stream()
                .filter(section -> section.id().equals(HangAnalysis.ID))
                .findFirst()
                .orElseThrow()
                .toString();
    }

    @Test
    void theOthersAreTaken() throws IOException {
        assertThat(hang(THREADS, EMPTY, THREADS))
                .contains(
                        "No hang found in 2 dumps of 1 thread", "One thread dump has no thread in it and is left out");
    }

    @Test
    void ofNoneNothingIsKnown() throws IOException {
        assertThat(hang(EMPTY, EMPTY))
                .contains("Nothing is known: all 2 thread dumps have no thread in it")
                .doesNotContain("No hang");
    }
}
