package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of the page "Diagnose your own application" are commands. */
@Tag("oracles")
class OwnApplicationDocsTest {

    private static final Path PAGE = Path.of("..", "docs", "own-application.md");

    @TempDir
    private Path folder;

    /** Those behind docker, kubectl and sudo too. */
    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandIsUnderstood(String line) {
        assertThat(CliRun.misunderstood(words(line))).isEmpty();
    }

    @Test
    void thoseOfALaptopAndABuildDoWhatIsSaid() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        OwnApp.jar(folder);
        List<String> ran = new ArrayList<>();
        try (OwnApp app = OwnApp.start(jdk, folder, List.of())) {
            for (String line : commands()) {
                if (line.startsWith("loomweight ") && !line.contains("mvn") && !line.contains("-- java -jar app.jar")) {
                    run(line, app, jdk);
                    ran.add(line);
                }
            }
        }
        assertThat(ran).hasSize(6);
        assertThat(folder.resolve("before.lw")).isDirectory();
    }

    private void run(String line, OwnApp app, Path jdk) throws Exception {
        List<String> words = words(line);
        words.replaceAll(word -> switch (word) {
            case "java" -> jdk.resolve("bin/java").toString();
            case "app.lw", "before.lw" -> folder.resolve(word).toString();
            case "30s" -> "0s";
            // Others on this machine may run one of that name.
            case OwnApp.MAIN, "app.jar" -> line.contains(" record ") ? app.pid() : word;
            default -> word;
        });
        if (words.get(0).equals("run")) {
            try (CommandProcess run = CommandProcess.start(folder, words.toArray(String[]::new))) {
                run.endInput();
                assertThat(run.status()).as(line).isZero();
            }
            return;
        }
        if (line.contains(" record ") && !words.contains("-o")) {
            words.addAll(List.of("-o", folder.resolve("unnamed.lw").toString()));
        }
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(new StringWriter(), err, words.toArray(String[]::new)))
                .as("%s%s", line, err)
                .isZero();
    }

    static List<String> commands() throws IOException {
        List<String> lines = new ArrayList<>();
        boolean code = false;
        for (String line : Files.readAllLines(PAGE)) {
            code ^= line.startsWith("```");
            if (code && (line.contains("loomweight ") || line.contains("loomweight.jar record"))) {
                lines.add(line);
            }
        }
        assertThat(lines).hasSizeGreaterThan(10);
        return lines.stream()
                .filter(line ->
                        line.matches(".*(?:loomweight|loomweight\\.jar) (?:run|record|pins|memory|report|diff).*"
                                + "|.*loomweight record"))
                .toList();
    }

    /** The words behind the program. */
    private static List<String> words(String line) {
        String arguments = line.replaceFirst("^.*?loomweight(?:\\.jar)? (?=run|record|pins|memory|report|diff)", "");
        return new ArrayList<>(Stream.of(arguments.strip().split(" ", -1)).toList());
    }
}
