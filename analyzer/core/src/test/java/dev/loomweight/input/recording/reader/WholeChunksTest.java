package dev.loomweight.input.recording.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.Recordings;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeChunksTest {

    @TempDir
    private Path folder;

    private byte[] bytes = new byte[0];
    private ChunkedFile recording = new ChunkedFile(Path.of(""), 0, List.of(), List.of());

    @BeforeEach
    void openAFileOfSeveralChunks() throws IOException {
        bytes = Files.readAllBytes(Recordings.variety(21));
        recording = ChunkedFile.of(Recordings.variety(21));
    }

    @Test
    void givesEveryByteOfEveryChunkAndNoMore() throws IOException {
        WholeChunks whole = WholeChunks.of(recording);

        assertThat(whole.chunks()).hasSizeGreaterThan(1);
        assertThat(whole.gaps()).isEmpty();
        for (ChunkHeader chunk : whole.chunks()) {
            byte[] expected = Arrays.copyOfRange(bytes, (int) chunk.offset(), (int) chunk.end());
            try (InputStream in = whole.open(chunk)) {
                assertThat(in.readAllBytes()).isEqualTo(expected);
                assertThat(in.read()).isEqualTo(-1);
                assertThat(in.available()).isZero();
            }
            try (InputStream in = whole.open(chunk)) {
                assertThat(in.read()).isEqualTo('F');
                in.skipNBytes(chunk.size() - 2);
                assertThat(in.read()).isEqualTo(expected[expected.length - 1] & 0xFF);
                assertThat(in.skip(1)).isZero();
                assertThat(in.read()).isEqualTo(-1);
            }
        }
    }

    @Test
    void givesAllOfThemOneAfterTheOther() throws IOException {
        try (InputStream in = WholeChunks.of(recording).open()) {
            assertThat(in.readAllBytes()).isEqualTo(bytes);
        }
    }

    /** A sparse file costs no disk; to look through it all would take minutes. */
    @Test
    void aChunkIsNotSearchedForWithoutABound() throws IOException {
        Path sparse = folder.resolve("sparse.jfr");
        long length = 100L << 30;
        try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
            file.seek(length - bytes.length);
            file.write(bytes);
        }
        ChunkedFile found = ChunkedFile.of(sparse);

        assertThat(found.chunks()).isEmpty();
        assertThat(found.gaps())
                .containsExactly(new ChunkedFile.Gap(
                        0,
                        length,
                        "they start with zeros: never written, or the disk was full, and no chunk begins in 256 MB"
                                + " from there"));
    }

    @Test
    void leavesOutWhatIsCutOffAndSaysSo() throws IOException {
        Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length - 1));
        WholeChunks whole = WholeChunks.of(ChunkedFile.of(cut));
        ChunkHeader last = recording.chunks().getLast().header();

        assertThat(whole.chunks()).hasSize(recording.chunks().size() - 1);
        assertThat(whole.gaps())
                .containsExactly(new ChunkedFile.Gap(
                        last.offset(), last.size() - 1, "the file is truncated, 1 bytes of the chunk are missing"));
    }

    @Test
    void finishesACopyOfAChunkThatIsNot() throws IOException {
        ChunkedFile killed = ChunkedFile.of(Recordings.killed(25));
        WholeChunks whole = WholeChunks.of(killed);
        ChunkHeader chunk = whole.chunks().getFirst();
        Path copy = Files.createFile(folder.resolve("copy.jfr"));

        whole.copyFinished(chunk, copy);

        assertThat(chunk.finished()).isFalse();
        assertThat(ChunkedFile.of(copy).whole()).isTrue();
        assertThat(Files.size(copy)).isEqualTo(chunk.size());
        assertThat(whole.gaps())
                .singleElement()
                .satisfies(gap -> assertThat(gap.offset()).isEqualTo(chunk.end()));
    }
}
