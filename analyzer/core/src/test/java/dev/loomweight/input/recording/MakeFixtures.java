package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the committed recordings of great variety and of killed JVMs anew, and the table of what is in them. It is no
 * test: only {@code -Dtest=MakeFixtures} runs it, and it changes the sources.
 */
class MakeFixtures {

    private static final Path RECORDINGS = Path.of("../src/test/resources/recordings");

    @TempDir
    private Path folder;

    @Test
    void recordAndCount() throws Exception {
        for (String jdk :
                List.of("loomweight.jdk11", "loomweight.jdk17", "loomweight.jdk21", "loomweight.jdk.newest")) {
            Path home = Jdks.home(jdk);
            FixtureMaker maker = new FixtureMaker(home, Files.createDirectory(folder.resolve(jdk)));
            keep(maker.variety(), maker, "variety.jfr");
            if (maker.feature() >= 21) {
                keep(maker.killed(), maker, "killed.jfr");
            }
        }
        Path readme = RECORDINGS.resolve("README.md");
        Files.writeString(readme, EventTable.replacedIn(Files.readString(readme), EventTable.of(RECORDINGS)));
    }

    private void keep(Path made, FixtureMaker maker, String name) throws IOException {
        String content = Files.readString(made, StandardCharsets.ISO_8859_1);
        for (Path place : List.of(folder, maker.home().toRealPath(), RECORDINGS.toRealPath())) {
            assertThat(content.contains(place.toString()))
                    .as("it tells of %s", place)
                    .isFalse();
        }
        Path kept = RECORDINGS.resolve(Integer.toString(maker.feature())).resolve(name);
        Files.createDirectories(kept.getParent());
        Files.copy(made, kept, StandardCopyOption.REPLACE_EXISTING);
    }
}
