package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.agent.AgentCaptures;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A user who gives up while a zip of many captures is unpacked: nothing is left, and nothing is said to be missing. */
@Tag("oracles")
class InterruptedUnpackingTest {

    private static final int CAPTURES = 20_000;
    private static final int BEGUN = 500;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void whatWasUnpackedGoesWithIt(String signal, int status) throws Exception {
        Path zip = folder.resolve("many.zip");
        try (OutputStream file = Files.newOutputStream(zip);
                ZipOutputStream out = new ZipOutputStream(file)) {
            out.setLevel(0);
            for (int i = 0; i < CAPTURES; i++) {
                out.putNextEntry(new ZipEntry(i + ".lw/capture.json"));
                out.write("{\"schemaVersion\": 1, \"status\": \"complete\", \"snapshots\": []}"
                        .getBytes(StandardCharsets.UTF_8));
            }
        }

        try (CommandProcess command = CommandProcess.start(folder, "memory", "many.zip")) {
            AgentCaptures.until("the beginning of unpacking", () -> entries(command.temporary()) >= BEGUN);
            command.signal(signal);

            assertThat(command.status()).isEqualTo(status);
            assertThat(command.temporary()).isEmptyDirectory();
            assertThat(command.printed()).isEmpty();
            assertThat(folder.resolve("err.txt")).isEmptyFile();
        }
    }

    private static int entries(Path temporary) {
        int count = 0;
        try (DirectoryStream<Path> made = Files.newDirectoryStream(temporary, "loomweight-inputs-*")) {
            for (Path each : made) {
                Path unpacked = each.resolve("0");
                count += Files.isDirectory(unpacked) ? unpacked.toFile().list().length : 0;
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return count;
    }
}
