package dev.loomweight.source.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.sample.Pin;
import dev.loomweight.source.recording.Recordings.Reading;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import dev.loomweight.source.recording.reader.ChunkHeader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are not whole recordings. Two recordings one after the other are a file of two chunks. */
class DamagedRecordingTest {

    @TempDir
    private Path folder;

    private final byte[] one;

    DamagedRecordingTest() throws IOException {
        one = Files.readAllBytes(Recordings.of(25, Scene.PINS));
    }

    @Test
    void namesAFileThatIsMissing() {
        assertRefused(folder.resolve("none.jfr"), "no such file: ", "none.jfr");
    }

    @Test
    void namesWhatAFileLooksLike() throws IOException {
        assertRefused(write(new byte[0]), "is empty");
        assertRefused(write("jdk.ExecutionSample {\n".getBytes(StandardCharsets.UTF_8)), "it looks like text");
        assertRefused(write("JAVA PROFILE 1.0.2\0\0".getBytes(StandardCharsets.UTF_8)), "it looks like a heap dump");
        assertRefused(write(new byte[300]), "it looks like zeros");
        assertRefused(write(new byte[] {1, 2, 3}), "it looks like data of another kind");
        assertRefused(folder, "is a directory");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(one);
        }
        assertRefused(write(packed.toByteArray()), "it looks like a gzip file; unpack it first");
    }

    @Test
    void refusesARecordingWithoutAWholeChunk() throws IOException {
        assertRefused(write(Arrays.copyOf(one, one.length - 1)), "nothing can be read", "needs " + one.length);
        assertRefused(write(Arrays.copyOf(one, 40)), "nothing can be read", "in the header of a chunk");
        assertRefused(write(Arrays.copyOf(one, 3)), "is not a recording");
        byte[] future = one.clone();
        future[5] = 9;
        assertRefused(write(future), "version 9");
        byte[] bare = one.clone();
        ByteBuffer.wrap(bare).putLong(24, 0);
        assertRefused(write(bare), "has no metadata");
        byte[] broken = one.clone();
        Arrays.fill(broken, (int) metadata(one), (int) metadata(one) + 40, (byte) 0x55);
        assertRefused(write(broken), "metadata of its first chunk is damaged");
    }

    @Test
    void readsTheWholeChunksOfARecordingThatIsCutOff() throws IOException {
        byte[] cut = Arrays.copyOf(twice(), 2 * one.length - 1000);
        Reading reading = Recordings.read(write(cut));

        assertThat(reading.of(Pin.class)).hasSize(5);
        assertThat(reading.coverage().notes())
                .containsExactly("The last " + (one.length - 1000) + " of " + cut.length
                        + " bytes of the recording were not read: it is cut off: the chunk there needs " + one.length
                        + " bytes.");
    }

    @Test
    void saysWhatFollowsTheLastChunk() throws IOException {
        byte[] longer = Arrays.copyOf(one, one.length + 500);
        Reading reading = Recordings.read(write(longer));

        assertThat(reading.of(Pin.class)).hasSize(5);
        assertThat(reading.coverage().notes()).singleElement().asString().contains("The last 500 of", "not a chunk");
    }

    @Test
    void countsTheEventsOfAChunkThatCannotBeRead() throws IOException {
        byte[] broken = twice();
        int pool = one.length + (int) ByteBuffer.wrap(one).getLong(16);
        // Behind the event's size and type: a checkpoint of another type is no constant pool.
        broken[pool + 4] = 77;
        Reading reading = Recordings.read(write(broken));

        assertThat(reading.of(Pin.class)).hasSize(5);
        assertThat(reading.coverage().notes())
                .containsExactly("5 of 10 jdk.VirtualThreadPinned events were not read: the recording is damaged.");
    }

    @Test
    void readsARecordingWhoseJvmWasKilled() throws IOException {
        byte[] unfinished = one.clone();
        unfinished[ChunkHeader.STATE_AT] = 3;
        Reading reading = Recordings.read(write(unfinished));

        assertThat(reading.samples()).isEqualTo(Recordings.read(write(one)).samples());
        assertThat(reading.coverage().notes()).singleElement().asString().contains("never finished");
    }

    private byte[] twice() {
        byte[] both = Arrays.copyOf(one, 2 * one.length);
        System.arraycopy(one, 0, both, one.length, one.length);
        return both;
    }

    private static long metadata(byte[] recording) {
        return ByteBuffer.wrap(recording).getLong(24);
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(Files.createTempFile(folder, "damaged", ".jfr"), content);
    }

    private static void assertRefused(Path file, String... parts) {
        assertThatThrownBy(() -> Recordings.read(file))
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll(parts)
                .hasMessageNotContaining("\n");
    }
}
