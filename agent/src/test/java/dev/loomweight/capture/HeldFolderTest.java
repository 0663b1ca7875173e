package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder whose files are exchanged under the reader's hands. A test that blocks has failed. */
@Timeout(120)
class HeldFolderTest {

    private static final long MOST = 1 << 20;

    @TempDir
    private Path temporary;

    private Path folder;
    private Path secret;

    @BeforeEach
    void make() throws IOException {
        folder = Files.createDirectory(temporary.resolve("folder"));
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        secret = Files.writeString(outside.resolve("secret"), "secret");
    }

    @Test
    void aRegularFileIsReadAndStaysTheSameWhateverItsNameBecomes() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "first");
        try (HeldFolder held = HeldFolder.open(folder);
                HeldFile opened = held.open("file", MOST)) {
            Files.delete(file);
            Files.createSymbolicLink(file, secret);

            assertThat(opened.channel().size()).isEqualTo(5);
            assertThat(Files.readString(opened.path())).isEqualTo("first");
        }
    }

    @Test
    void linksAreNotFollowed() throws IOException {
        Files.createSymbolicLink(folder.resolve("file"), secret);
        Files.createSymbolicLink(folder.resolve("inner"), secret.getParent());
        try (HeldFolder held = HeldFolder.open(folder)) {
            assertThatThrownBy(() -> held.open("file", MOST)).hasMessageContaining("it is a symbolic link");
            assertThatThrownBy(() -> held.folder("inner")).isInstanceOf(IOException.class);

            held.deleteFile("file");
            held.deleteFile("inner");
        }
        assertThat(secret).exists();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFifoIsNotWaitedFor() throws Exception {
        fifo(folder.resolve("fifo"));
        try (HeldFolder held = HeldFolder.open(folder)) {
            assertThatThrownBy(() -> held.open("fifo", MOST)).hasMessageContaining("not a regular file");
            assertThatThrownBy(() -> held.folder("fifo")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> HeldFolder.open(folder.resolve("fifo"))).isInstanceOf(IOException.class);
        }
    }

    /** As one that takes the place of a file between the look and the opening. */
    @Test
    void openingAFifoComesToAnEnd() throws Exception {
        Path fifo = fifo(folder.resolve("fifo"));

        assertThatThrownBy(() -> HeldFile.withoutBlocking(() -> FileChannel.open(fifo)))
                .hasMessageContaining("could not be opened within");
    }

    @Test
    void whatIsOpenIsToldFromWhatHasItsName() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "first");
        try (FileChannel channel = FileChannel.open(file)) {
            Object key = Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class)
                    .fileKey();
            Files.move(file, folder.resolve("moved"));
            Files.writeString(file, "other");

            HeldFile.Descriptor descriptor = HeldFile.descriptor(channel);

            assertThat(Objects.requireNonNull(descriptor).attributes().fileKey())
                    .isEqualTo(key);
            assertThat(channel.position()).isZero();
        }
        try (RandomAccessFile pipe =
                new RandomAccessFile(fifo(folder.resolve("fifo")).toFile(), "rw")) {
            assertThatThrownBy(() -> HeldFile.descriptor(pipe.getChannel())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws IOException {
        try (RandomAccessFile sparse =
                new RandomAccessFile(folder.resolve("sparse").toFile(), "rw")) {
            sparse.setLength(100L << 30);
        }
        try (HeldFolder held = HeldFolder.open(folder)) {
            assertThatThrownBy(() -> held.open("sparse", MOST)).hasMessageContaining("more than the limit of " + MOST);
            assertThatThrownBy(() -> held.open("absent", MOST)).isInstanceOf(NoSuchFileException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside/secret", "..", ".", "", "a/b"})
    void aPathIsNoName(String name) throws IOException {
        try (HeldFolder held = HeldFolder.open(folder)) {
            assertThatThrownBy(() -> held.open(name, MOST)).hasMessageContaining("not a valid file name");
            assertThatThrownBy(() -> held.folder(name)).hasMessageContaining("not a valid file name");
            assertThatThrownBy(() -> held.deleteFile(name)).hasMessageContaining("not a valid file name");
            assertThatThrownBy(() -> held.create(name)).hasMessageContaining("not a valid file name");
        }
    }

    @Test
    void itStaysTheSameFolderWhateverItsPathBecomes() throws IOException {
        Files.writeString(folder.resolve("file"), "first");
        try (HeldFolder held = HeldFolder.open(folder)) {
            Files.move(folder, temporary.resolve("moved"));
            Files.createSymbolicLink(folder, secret.getParent());

            assertThat(held.names()).containsExactly("file");
            try (HeldFolder made = held.makeFolder("made");
                    FileChannel created = made.create("created")) {
                assertThat(created.isOpen()).isTrue();
            }
            held.deleteAll();
        }
        assertThat(temporary.resolve("moved")).isEmptyDirectory();
        assertThat(secret.getParent()).isDirectoryContaining("glob:**/secret");
    }

    @Test
    void nothingIsWrittenThroughALink() throws IOException {
        Files.createSymbolicLink(folder.resolve("created"), secret);
        try (HeldFolder held = HeldFolder.open(folder)) {
            assertThatThrownBy(() -> held.create("created")).isInstanceOf(IOException.class);
        }
        assertThat(secret).hasContent("secret");
    }

    @Test
    void aFileOfAnotherUserIsNotReadInAUsersFolder() throws Exception {
        OtherUser.assumePossible();
        Files.createLink(folder.resolve("linked"), secret);
        Files.createDirectory(folder.resolve("inner"));
        OtherUser.own(Files.writeString(folder.resolve("own"), "own"));
        OtherUser.own(folder);
        try (HeldFolder held = HeldFolder.open(folder)) {
            assertThatThrownBy(() -> held.open("linked", MOST)).hasMessageContaining("it belongs to root");
            assertThatThrownBy(() -> held.folder("inner")).hasMessageContaining("it belongs to root");
            try (HeldFile own = held.open("own", MOST)) {
                assertThat(own.channel().size()).isEqualTo(3);
            }
        }
    }

    /** As on a system without directory handles. */
    @Test
    void pathsDoWhereThereAreNoHandles() throws IOException {
        Path zip = temporary.resolve("folder.zip");
        try (FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()), Map.of("create", "true"))) {
            Path inside = Files.createDirectory(files.getPath("/inside"));
            Files.writeString(inside.resolve("file"), "first");
            Files.createDirectory(inside.resolve("inner"));
            try (HeldFolder held = HeldFolder.open(inside, null)) {
                assertThat(held.names()).hasSize(2);
                assertThat(held.attributes("file").size()).isEqualTo(5);
                held.deleteFile("file");
                held.deleteFolder("inner");
                assertThat(held.names()).isEmpty();
            }
        }
    }

    static Path fifo(Path path) throws Exception {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
        assertThat(Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)).isFalse();
        return path;
    }
}
