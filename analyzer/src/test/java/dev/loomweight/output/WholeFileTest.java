package dev.loomweight.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

    @TempDir
    private Path folder;

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void anErrorNamesWhatTheUserNamedAndNotThePart() throws Exception {
        Path file = folder.resolve("none/x.html");
        assertThatThrownBy(() -> WholeFile.write(file, "x"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(file + ": there is no folder " + file.getParent());
        assertThatThrownBy(() -> WholeFile.writeFolder(file, Map.of("a", "b")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(file + ": there is no folder " + file.getParent());
        // With the dot and the ending of the part, its name is longer than file systems allow.
        Path tooLong = folder.resolve("x".repeat(250));
        assertThatThrownBy(() -> WholeFile.write(tooLong, "x"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(tooLong + ": ")
                .hasMessageNotContaining(".part");
    }

    @Test
    void aNewFileIsItsOwnersFromItsFirstByteOn() throws IOException {
        Path file = folder.resolve("report.html");
        WholeFile.write(file, out -> {
            out.write("half");
            out.flush();
            assertThat(files()).singleElement().satisfies(part -> {
                assertThat(part).isNotEqualTo(file).hasContent("half");
                assertThat(mode(part)).isEqualTo("rw-------");
            });
            out.write(" and half");
        });

        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(files()).containsExactly(file);
        assertThat(file).hasContent("half and half");
    }

    @Test
    void aFileThatIsReplacedKeepsItsMode() throws IOException {
        for (String mode : List.of("rw-r--r--", "rw-rw-r--", "rw-------")) {
            Path file = Files.writeString(folder.resolve("report.html"), "old");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
            WholeFile.write(file, "new");

            assertThat(mode(file)).isEqualTo(mode);
            assertThat(file).hasContent("new");
        }
    }

    @Test
    void aFolderAndItsFilesAreTheirOwners() throws IOException {
        Path made = folder.resolve("tables");
        WholeFile.writeFolder(made, Map.of("a.csv", "1"));
        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(mode(made.resolve("a.csv"))).isEqualTo("rw-------");

        Path there = Files.createDirectory(folder.resolve("there"));
        Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwxr-x---"));
        WholeFile.writeFolder(there, Map.of("a.csv", "1"));
        assertThat(mode(there)).isEqualTo("rwxr-x---");
        assertThatThrownBy(() -> WholeFile.writeFolder(there, Map.of("b.csv", "1")))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void whatFailsHalfWayChangesNothing() throws IOException {
        Path file = Files.writeString(folder.resolve("report.html"), "old");
        assertThatThrownBy(() -> WholeFile.write(file, out -> {
                    out.write("half");
                    throw new IOException("the source ended");
                }))
                .hasMessage("the source ended");

        assertThat(file).hasContent("old");
        assertThat(files()).containsExactly(file);
    }
}
