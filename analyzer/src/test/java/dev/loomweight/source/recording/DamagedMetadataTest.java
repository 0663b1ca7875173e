package dev.loomweight.source.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.DataException;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import dev.loomweight.source.recording.reader.Recording;
import dev.loomweight.source.recording.reader.RecordingChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metadata in which any byte is another: the chunk is read, or it is a gap; nothing else comes of it. */
class DamagedMetadataTest {

    private static final int TRIES = 600;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void anyOtherByteIsReadOrIsAGap(int jdk) throws IOException {
        Path original = Recordings.of(jdk, Scene.PINS);
        byte[] bytes = Files.readAllBytes(original);
        RecordingChunk chunk = Recording.of(original).chunks().getFirst();
        int from = (int) (chunk.offset() + chunk.header().metadataOffset());
        // A metadata event is longer than that in every JDK.
        int length = 20_000;
        Random random = new Random(jdk);
        Path file = folder.resolve("damaged.jfr");
        for (int i = 0; i < TRIES; i++) {
            byte[] damaged = bytes.clone();
            damaged[from + random.nextInt(length)] = (byte) random.nextInt(256);
            Files.write(file, damaged);
            assertThat(outcome(file)).as("try %d", i).isNotNull();
        }
    }

    private static Object outcome(Path file) {
        try {
            return Recordings.read(file).coverage();
        } catch (DataException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
