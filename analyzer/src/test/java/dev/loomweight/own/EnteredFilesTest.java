package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Limits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of the house one has to walk through to follow a question from the command line to its answer. */
class EnteredFilesTest {

    private static final List<Path> SOURCES = Stream.of(
                    "agent",
                    "analyzer",
                    "analyzer/core",
                    "analyzer/kernel",
                    "analyzer/pins",
                    "analyzer/threads",
                    "analyzer/memory",
                    "analyzer/fleet",
                    "samples/lab")
            .map(module -> Path.of("..").resolve(module).resolve("src/main/java"))
            .toList();

    @TempDir
    private Path folder;

    @Test
    void pinsOfASmallRecordingEntersFewFiles() throws Exception {
        List<String> entered = EnteredFiles.of(
                folder,
                "pins",
                Path.of("src/test/resources/recordings/25/pins.jfr")
                        .toAbsolutePath()
                        .toString());
        assertThat(entered).contains("dev/loomweight/cli/Main.java", "dev/loomweight/pins/pinning/PinAnalysis.java");
        Limits.hold("files that pins enters", entered.size());
        Limits.hold(
                "files that pins enters before those of input",
                entered.stream()
                        .takeWhile(file -> !file.startsWith("dev/loomweight/input/"))
                        .count());
        long lines = 0;
        for (String file : entered) {
            Path source = SOURCES.stream()
                    .map(sources -> sources.resolve(file))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
            try (Stream<String> text = Files.lines(source)) {
                lines += text.count();
            }
        }
        Limits.hold("lines of the files that pins enters", lines);
    }
}
