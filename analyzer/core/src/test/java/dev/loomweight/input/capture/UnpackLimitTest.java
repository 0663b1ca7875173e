package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackLimitTest {

    @TempDir
    private Path folder;

    private void copy(UnpackLimit limit, String name, int bytes, long most) {
        try {
            limit.copy(new ByteArrayInputStream(new byte[bytes]), Files.createFile(folder.resolve(name)), most);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theUsualLimitIsOfTheFileAndOfAll() {
        UnpackLimit limit = new UnpackLimit(0);

        assertThat(limit.ofPacked(10, FileKind.GZIP)).isEqualTo(UnpackLimit.ALWAYS_BYTES);
        assertThat(limit.ofPacked(10_000_000, FileKind.ZIP)).isEqualTo(10_000_000 * UnpackLimit.MAX_TIMES);
        assertThat(limit.ofPacked(10_000_000, FileKind.LZ4)).isEqualTo(10_000_000 * UnpackLimit.MAX_TIMES_LZ4);
        assertThat(limit.ofPacked(1L << 40, FileKind.GZIP)).isEqualTo(UnpackLimit.USUAL_BYTES);
        copy(limit, "a", 1000, limit.ofPlain());
        assertThat(limit.ofPlain()).isEqualTo(UnpackLimit.USUAL_BYTES - 1000);
    }

    @Test
    void theLimitThatIsAskedForIsTheOnlyOne() {
        UnpackLimit limit = new UnpackLimit(5000);

        assertThat(limit.ofPacked(1, FileKind.LZ4)).isEqualTo(5000);
        copy(limit, "a", 3000, limit.ofPacked(1, FileKind.LZ4));
        assertThatThrownBy(() -> copy(limit, "b", 3000, limit.ofPacked(1, FileKind.LZ4)))
                .hasMessageContaining("its content is larger than the limit of 2000 bytes");
    }

    @Test
    void theDiskIsNotFilled() {
        UnpackLimit limit = new UnpackLimit(0, folder -> UnpackLimit.FREE_BYTES);

        assertThatThrownBy(() -> copy(limit, "a", 1, limit.ofPlain()))
                .hasMessageContaining("the file system of " + folder + " is nearly full");
        assertThat(folder.resolve("a")).isEmptyFile();
    }

    @Test
    void whatAKilledProcessLeftIsRemovedByTheNext() throws IOException {
        Path left;
        Path held;
        try (TemporaryFolder mine = new TemporaryFolder()) {
            Path temporary = Objects.requireNonNull(mine.path().getParent());
            left = Files.createDirectory(temporary.resolve("loomweight-inputs-left" + System.nanoTime()));
            Files.writeString(left.resolve(".lock"), "");
            Files.writeString(left.resolve("0"), "unpacked");
            held = Files.createDirectory(temporary.resolve("loomweight-inputs-held" + System.nanoTime()));
            try (FileChannel channel =
                    FileChannel.open(held.resolve(".lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                channel.lock();
                try (TemporaryFolder other = new TemporaryFolder()) {
                    assertThat(other.path()).isDirectory().isNotEqualTo(mine.path());
                    assertThat(left).doesNotExist();
                    assertThat(held).isDirectory();
                    assertThat(mine.path()).isDirectory();
                }
            } finally {
                Files.deleteIfExists(held.resolve(".lock"));
                Files.deleteIfExists(held);
            }
        }
    }
}
