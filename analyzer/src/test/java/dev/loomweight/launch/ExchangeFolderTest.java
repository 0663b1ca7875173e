package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.own.OtherUser;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What passes between this program and a process that it does not trust. */
class ExchangeFolderTest {

    @TempDir
    private Path folder;

    @Test
    void filesAreReadByTheWayTheyWereMadeAndNothingIsLeft() throws Exception {
        Path copy = folder.resolve("copy");
        Path there;
        try (ExchangeFolder exchange =
                ExchangeFolder.create(ProcessHandle.current().pid())) {
            there = Path.of(exchange.expect("file"));
            assertThat(Path.of(exchange.offer("settings", "text".getBytes(StandardCharsets.UTF_8))))
                    .hasContent("text");
            assertThat(exchange.fetch("file", copy, 100)).isFalse();
            assertThat(copy).doesNotExist();

            Files.writeString(there, "written");
            assertThat(exchange.fetch("file", copy, 100)).isTrue();
            assertThat(copy).hasContent("written");

            Path secret = Files.writeString(folder.resolve("secret"), "secret");
            Files.delete(there);
            Files.createSymbolicLink(there, secret);
            assertThat(exchange.fetch("file", copy, 100)).isTrue();
            assertThat(copy).hasContent("written");
        }
        assertThat(there.getParent()).doesNotExist();
        assertThat(folder.resolve("secret")).exists();
    }

    @Test
    void moreThanIsExpectedIsNotCopied() throws Exception {
        try (ExchangeFolder exchange =
                ExchangeFolder.create(ProcessHandle.current().pid())) {
            try (RandomAccessFile file = new RandomAccessFile(exchange.expect("file"), "rw")) {
                file.setLength(100L << 30);
            }
            assertThatThrownBy(() -> exchange.fetch("file", folder.resolve("copy"), 1 << 20))
                    .hasMessageContaining("at most 1048576 are expected");
        }
        assertThat(folder.resolve("copy")).doesNotExist();
    }

    @Test
    void anotherUserWritesItsFilesAndChangesNoName() throws Exception {
        OtherUser.assumePossible();
        Process other = OtherUser.idle();
        try (ExchangeFolder exchange = ExchangeFolder.create(other.pid())) {
            Path file = Path.of(exchange.expect("file"));

            assertThat(shell("echo written > " + file)).isZero();
            assertThat(shell("rm " + file)).isNotZero();
            assertThat(shell("ln -s /etc " + file + "2")).isNotZero();
            assertThat(shell("mv " + file.getParent() + " " + file.getParent() + "2"))
                    .isNotZero();
            assertThat(shell("ls " + file.getParent())).isNotZero();

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                    .isEqualTo("rwx--x--x");
            assertThat(exchange.fetch("file", folder.resolve("copy"), 100)).isTrue();
            assertThat(folder.resolve("copy")).hasContent("written");
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    private static int shell(String line) throws Exception {
        return OtherUser.run("sh", "-c", line);
    }
}
