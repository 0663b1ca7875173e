package dev.loomweight.capture.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewChunksTest {

    private static final int BYTES = 100;
    private static final long END = 1010;

    @TempDir
    private Path folder;

    private Path repository = Path.of("");
    private int taken;

    @BeforeEach
    void make() throws IOException {
        repository = Files.createDirectories(folder.resolve("repository/2026_11_23_08_45_00_7"));
    }

    private static boolean noRoom(long bytes) {
        return false;
    }

    private NewChunks chunks() {
        return new NewChunks(folder.resolve("repository"));
    }

    @Test
    void eachChunkIsTakenOnce() throws IOException {
        NewChunks chunks = chunks();
        assertThat(take(chunks, NewChunksTest::noRoom, true)).isEmpty();
        // The one that is written now is not finished, and the next is begun only.
        chunk("a", 5, 0);
        chunk("b", 7, 0);
        chunk("c", 9, 3);
        Files.write(repository.resolve("d.jfr"), new byte[20]);
        assertThat(take(chunks, NewChunksTest::noRoom, true)).containsExactly("a.jfr", "b.jfr");
        assertThat(take(chunks, NewChunksTest::noRoom, true)).isEmpty();
        chunk("c", 9, 0);
        assertThat(take(chunks, NewChunksTest::noRoom, true)).containsExactly("c.jfr");
    }

    @Test
    void whatJfrRemovesMeanwhileIsStillThereAndTakesNoRoom() throws IOException {
        chunk("a", 5, 0);
        NewChunks chunks = chunks();
        assertThat(take(chunks, NewChunksTest::noRoom, true)).containsExactly("a.jfr");
        assertThat(Files.isSameFile(repository.resolve("a.jfr"), folder.resolve("1/a.jfr")))
                .isTrue();
        Files.delete(repository.resolve("a.jfr"));

        assertThat(folder.resolve("1/a.jfr")).hasSize(BYTES);
        // The next cannot tell whether it is what followed.
        chunk("b", 6, 0);
        assertThat(take(chunks, NewChunksTest::noRoom, false)).containsExactly("b.jfr");
    }

    @Test
    void withoutHardLinksChunksAreCopiedIfThereIsRoom() throws IOException {
        chunk("a", 5, 0);
        chunk("b", 6, 0);
        NewChunks chunks = new NewChunks(folder.resolve("repository"), (name, file) -> {
            throw new UnsupportedOperationException();
        });

        assertThatThrownBy(() -> take(chunks, NewChunksTest::noRoom, true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no hard links")
                .hasMessageContaining("too little room");
        assertThat(take(chunks, bytes -> bytes == 2 * BYTES, true)).containsExactly("a.jfr", "b.jfr");
        assertThat(folder.resolve(taken + "/b.jfr")).hasSameBinaryContentAs(repository.resolve("b.jfr"));
        assertThat(Files.isSameFile(repository.resolve("b.jfr"), folder.resolve(taken + "/b.jfr")))
                .isFalse();
    }

    @Test
    void whatCouldNotBeTakenIsInTheNextStretch() throws IOException {
        chunk("a", 5, 0);
        NewChunks chunks = chunks();
        take(chunks, NewChunksTest::noRoom, true);
        chunk("b", 6, 0);
        Files.createDirectory(folder.resolve(String.valueOf(taken + 1)));
        assertThatThrownBy(() -> take(chunks, NewChunksTest::noRoom, true)).isInstanceOf(IOException.class);

        chunk("c", 7, 0);
        assertThat(take(chunks, NewChunksTest::noRoom, true)).containsExactly("b.jfr", "c.jfr");
    }

    private List<String> take(NewChunks chunks, LongPredicate hasRoom, boolean follows) throws IOException {
        taken++;
        Path to = folder.resolve(String.valueOf(taken));
        Stretch stretch = chunks.take(to, hasRoom);
        if (!Files.exists(to)) {
            assertThat(stretch).isEqualTo(new Stretch(0, 0, follows));
            return List.of();
        }
        try (Stream<Path> files = Files.list(to)) {
            List<String> names = files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
            assertThat(stretch).isEqualTo(new Stretch((long) BYTES * names.size(), END, follows));
            return names;
        }
    }

    private void chunk(String name, long startTicks, int state) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(BYTES)
                .putInt(0, 'F' << 24 | 'L' << 16 | 'R' << 8)
                // The clock of the day is set back in between.
                .putLong(32, 1000 - startTicks)
                .putLong(40, 10 + startTicks)
                .putLong(48, startTicks)
                .put(64, (byte) state);
        Files.write(repository.resolve(name + ".jfr"), chunk.array());
    }
}
