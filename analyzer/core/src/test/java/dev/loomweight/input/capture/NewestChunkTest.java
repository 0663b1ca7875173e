package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A repository whose JVM was killed or stopped when it had only just begun a chunk. The bytes of such a chunk are as JDK 21
 * and 25 leave them: nothing, or a header whose size is its own, without constants and metadata, and checkpoints after it.
 */
class NewestChunkTest {

    private static final String BEGUN = "2026_11_01_10_00_07.jfr";
    private static final Instant START = Instant.parse("2026-11-01T10:00:07.25Z");

    @TempDir
    private Path folder;

    private Path repository = Path.of("");

    @BeforeEach
    void write() throws IOException {
        repository = Files.createDirectories(folder.resolve("app.lw/repository/2026_11_01_10_00_00_77"));
        Files.copy(Recordings.of(25, Scene.PINS), repository.resolve("2026_11_01_10_00_00.jfr"));
    }

    @ParameterizedTest
    @EnumSource(ReaderChoice.class)
    void isANoteWhereTheOthersAreWhole(ReaderChoice reader) throws IOException {
        int pins = pins(new ArrayList<>(), reader);
        assertThat(pins).isPositive();

        begun(START.plusMillis(2_800));
        List<String> notes = new ArrayList<>();
        assertThat(pins(notes, reader)).isEqualTo(pins);
        assertThat(notes)
                .containsOnlyOnce(
                        "The newest chunk had only just begun, at 2026-11-01T10:00:07Z, and is not yet written: at"
                                + " most 4 s of the recording.");

        Files.write(repository.resolve(BEGUN), new byte[0]);
        notes.clear();
        assertThat(pins(notes, reader)).isEqualTo(pins);
        assertThat(notes).containsOnlyOnce("The newest chunk had only just begun, and nothing of it is written yet.");
    }

    @Test
    void aCopyDoesNotSayHowMuchIsMissing() throws IOException {
        begun(START.plusSeconds(86_400));
        List<String> notes = new ArrayList<>();
        pins(notes, ReaderChoice.AUTO);

        assertThat(notes)
                .contains("The newest chunk had only just begun, at 2026-11-01T10:00:07Z, and is not yet written.");
    }

    /** The clock of file times lags by some milliseconds. */
    @Test
    void theTimeOfItsFileMayBeBeforeItsBeginning() throws IOException {
        begun(START.minusMillis(4));
        List<String> notes = new ArrayList<>();
        pins(notes, ReaderChoice.AUTO);

        assertThat(notes).anyMatch(note -> note.endsWith("not yet written: at most 1 s of the recording."));
    }

    @ParameterizedTest
    @EnumSource(ReaderChoice.class)
    void aloneItSaysWhatItIs(ReaderChoice reader) throws IOException {
        Path begun = begun(START);

        assertThatThrownBy(() -> read(begun, new ArrayList<>(), reader))
                .isInstanceOf(DataException.class)
                .hasMessage(begun + ": the newest chunk had only just begun, at 2026-11-01T10:00:07Z, and is not yet"
                        + " written: at most 2 s of the recording; read it again a second later if its JVM runs, or read"
                        + " the other chunks of its folder");
    }

    /** A recording that was never written is no chunk that has begun. */
    @Test
    void anEmptyRecordingOfAnotherNameIsAFailure() throws IOException {
        Files.createFile(folder.resolve("app.lw/recording.jfr"));

        assertThatThrownBy(() -> pins(new ArrayList<>(), ReaderChoice.AUTO))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("recording.jfr is empty: the recording was not written");
    }

    /** The header of a chunk that a JVM has begun, and some bytes after it, last written at a time. */
    private Path begun(Instant written) throws IOException {
        byte[] bytes = new byte[9_411];
        ByteBuffer header = ByteBuffer.wrap(bytes);
        header.put(new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 1});
        header.putLong(68).putLong(0).putLong(0);
        header.putLong(START.getEpochSecond() * 1_000_000_000 + START.getNano());
        header.putLong(0).putLong(12_345).putLong(1_000_000_000);
        header.putInt(1 << 24 | 1);
        Path file = repository.resolve(BEGUN);
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, FileTime.from(written));
        return file;
    }

    private int pins(List<String> notes, ReaderChoice reader) {
        return read(folder.resolve("app.lw"), notes, reader);
    }

    private static int read(Path path, List<String> notes, ReaderChoice reader) {
        AtomicInteger pins = new AtomicInteger();
        try (Inputs inputs = Inputs.open(List.of(path), reader)) {
            for (Source source : inputs.sources()) {
                Coverage coverage = source.read(Interest.in(Pin.class), () -> (origin, pin) -> pins.incrementAndGet());
                coverage.sources().forEach(of -> notes.addAll(of.notes()));
            }
        }
        return pins.get();
    }
}
