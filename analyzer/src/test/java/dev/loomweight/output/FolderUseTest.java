package dev.loomweight.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever is alone in a folder cleans it, and nobody else. */
class FolderUseTest {

    @TempDir
    private Path folder;

    private final AtomicInteger cleaned = new AtomicInteger();

    private FolderUse begin() throws IOException {
        return FolderUse.begin(folder, cleaned::incrementAndGet);
    }

    @Test
    void theFirstCleansAndTheSecondDoesNotWhileTheFirstIsThere() throws IOException {
        try (FolderUse first = begin()) {
            assertThat(first).isNotNull();
            try (FolderUse second = begin()) {
                assertThat(second).isNotNull();
            }
            assertThat(cleaned).hasValue(1);
            try (FolderUse third = FolderUse.begin(folder.resolve("."), cleaned::incrementAndGet)) {
                assertThat(third).as("the folder by another name").isNotNull();
            }
            assertThat(cleaned).hasValue(1);
        }
        begin().close();
        assertThat(cleaned).hasValue(2);
    }

    /** Uses the folder {@code args[0]}, says so, and goes on until it is killed. */
    public static void main(String... args) throws IOException {
        try (FolderUse use = FolderUse.begin(Path.of(args[0]), () -> {})) {
            System.out.println(use == null ? "" : "in use");
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }

    @Test
    @Tag("applications")
    void nothingIsCleanedWhileAnotherProcessLives() throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FolderUseTest.class.getName(),
                        folder.toString())
                .redirectError(folder.resolve("said.txt").toFile())
                .start();
        try {
            assertThat(other.inputReader().readLine())
                    .as(Files.readString(folder.resolve("said.txt")))
                    .isEqualTo("in use");

            begin().close();
            assertThat(cleaned).hasValue(0);
        } finally {
            other.destroyForcibly().onExit().join();
        }
        begin().close();
        assertThat(cleaned).hasValue(1);
    }
}
