package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.recording.ChunkBytes.EventBytes;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Metadata in which any bit is another: the pins are read, or it is said that something is wrong. Where nothing is said
 * and the pins are others, the JDK's reader has no complaint either and finds the same.
 */
@Tag("oracles")
class DamagedMetadataTest {

    private static final int TRIES = 2000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void anyOtherBitIsReadOrSaid(int jdk) throws IOException {
        byte[] bytes = Files.readAllBytes(Recordings.of(jdk, Scene.PINS));
        ChunkBytes chunk = new ChunkBytes(bytes);
        EventBytes metadata = chunk.event(chunk.metadataAt());
        long pins = new GoodChunk(0, bytes).pins();
        Random random = new Random(jdk);
        for (int i = 0; i < TRIES; i++) {
            assertReadOrSaid(flipped(bytes, metadata.at() + random.nextInt(metadata.size()), random.nextInt(8)), pins);
        }
    }

    /** The words on which everything hangs: a letter of one is another, and no event type is one any more. */
    @ParameterizedTest
    @ValueSource(strings = {"superType", "jdk.jfr.Event", "name", "startTime", "duration", "jdk.VirtualThreadPinned"})
    void aLetterOfAWordThatCountsIsSaid(String word) throws IOException {
        byte[] bytes = Files.readAllBytes(Recordings.of(21, Scene.PINS));
        byte[] written = new byte[word.length() + 2];
        // As the JDK writes the texts of its metadata: each character as a number, behind their number.
        written[0] = 4;
        written[1] = (byte) word.length();
        for (int i = 0; i < word.length(); i++) {
            written[2 + i] = (byte) word.charAt(i);
        }
        int at = indexOf(bytes, written);
        long pins = new GoodChunk(0, bytes).pins();
        for (int i = 0; i < word.length(); i++) {
            byte[] damaged = flipped(bytes, at + 2 + i, 0);
            assertThat(said(damaged, pins)).as("letter %d", i).isTrue();
        }
    }

    private void assertReadOrSaid(byte[] damaged, long pins) throws IOException {
        if (!said(damaged, pins)) {
            Path file = folder.resolve("damaged.jfr");
            assertThat(AgreementFuzz.byJdk(file))
                    .isEqualTo(Recordings.read(file).of(Pin.class).size());
        }
    }

    /** Whether the pins are there, or something is said. */
    private boolean said(byte[] damaged, long pins) throws IOException {
        Path file = Files.write(folder.resolve("damaged.jfr"), damaged);
        try {
            Recordings.Reading reading = Recordings.read(file);
            return reading.of(Pin.class).size() == pins
                    || !reading.coverage().notes().isEmpty()
                    || reading.coverage().unreadBytes() > 0;
        } catch (DataException e) {
            return e.getMessage() != null;
        }
    }

    private static byte[] flipped(byte[] bytes, int at, int bit) {
        byte[] flipped = bytes.clone();
        flipped[at] ^= (byte) (1 << bit);
        return flipped;
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int at = 0; at + wanted.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        throw new AssertionError("not there");
    }
}
