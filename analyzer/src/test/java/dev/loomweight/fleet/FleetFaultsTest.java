package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which processes of a fleet have which known fault. */
class FleetFaultsTest {

    private static final Path RESOURCES = Path.of("src/test/resources");

    @TempDir
    private Path folder;

    private Path fleet;

    @BeforeEach
    void collect() throws IOException {
        fleet = Files.createDirectory(folder.resolve("fleet"));
        Files.createDirectories(fleet.resolve("orders"));
        Files.createDirectories(fleet.resolve("mail"));
        Files.copy(
                RESOURCES.resolve("advice/pgjdbc-42.5.4-jdk21.jfr"),
                fleet.resolve("orders").resolve("app.jfr"));
        // Its own code pins.
        Files.copy(
                RESOURCES.resolve("recordings/21/killed.jfr"),
                fleet.resolve("mail").resolve("app.jfr"));
    }

    private String ask(String... more) {
        List<String> words = new ArrayList<>(
                List.of("fleet", fleet.toString(), "--path-pattern", "{service}/app.jfr", "--format=csv"));
        words.addAll(List.of(more));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, words.toArray(String[]::new)))
                .as(err.toString())
                .isZero();
        return out.toString();
    }

    private static List<String> faults(String csv) {
        return csv.lines()
                .filter(line -> line.startsWith("faults.knownFaults,"))
                .map(line -> line.substring("faults.knownFaults,".length()))
                .toList();
    }

    @Test
    void theProcessWithTheLibraryHasIt() {
        String report = ask();

        assertThat(faults(report)).containsExactly("pgjdbc-pins,0,1,orders");
    }

    /** With its jar the version is known; a list of the user's own has another fault, whatever is cached. */
    @Test
    void aListOfTheUsersOwnIsTriedAlsoWhereSumsAreCached() throws IOException {
        Path cache = folder.resolve("cache");
        ask("--cache", cache.toString());
        Path own = Files.writeString(folder.resolve("own.json"), """
                {"faults": [{"id": "pgjdbc-pins", "subject": "pins", "summary": "fixed long ago", "read": "2026-11-28",
                 "sources": ["https://acme.example/1"],
                 "library": {"name": "ours", "packages": ["com.acme.none."], "artifacts": ["none"], "fixed": "1"},
                 "proof": {"reason": "a test"}}]}
                """);

        assertThat(faults(ask("--cache", cache.toString()))).containsExactly("pgjdbc-pins,0,1,orders");
        assertThat(faults(ask("--cache", cache.toString(), "--faults", own.toString())))
                .isEmpty();
    }

    @Test
    void aFleetWithoutAnyHasNoSuchSection() throws IOException {
        Files.delete(fleet.resolve("orders").resolve("app.jfr"));

        assertThat(ask()).contains("mail").doesNotContain("knownFaults");
    }
}
