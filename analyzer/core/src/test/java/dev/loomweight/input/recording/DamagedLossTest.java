package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bench.recording.ChunkWriter;
import dev.loomweight.bench.recording.FieldBytes;
import dev.loomweight.bench.recording.MetadataText;
import dev.loomweight.bench.recording.PinChunk;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.PinEvents.Pin;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be an event of lost data is damage, and no loss of the JVM's. */
class DamagedLossTest {

    private static final int LOSS = 200;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"216, 216, 216, 0", "216, 4000, 216, 0", "216, 215, 0, 4", "216, 0, 0, 4"})
    void lostIsWhatAddsUp(long amount, long total, long lost, long unread) throws Exception {
        MetadataText types = PinChunk.metadata();
        PinChunk.event(types, LOSS, "jdk.DataLoss")
                .also(event -> event.field("amount", PinChunk.LONG))
                .also(event -> event.field("total", PinChunk.LONG));
        Path file = folder.resolve("made.jfr");
        try (PinChunk chunk = new PinChunk(file, types)) {
            chunk.settings();
            chunk.writer()
                    .event(
                            LOSS,
                            new FieldBytes()
                                    .number(ChunkWriter.START)
                                    .number(amount)
                                    .number(total));
        }

        Coverage.OfSource source = RecordingSource.of(file, ReaderChoice.CHUNK)
                .read(Interest.in(Pin.class), () -> (origin, sample) -> {})
                .sources()
                .getFirst();

        assertThat(source.lostBytes()).isEqualTo(lost);
        assertThat(source.unreadBytes()).isEqualTo(unread);
        assertThat(source.notes())
                .filteredOn(note -> note.contains("no known JDK writes such events"))
                .hasSize(unread > 0 ? 1 : 0);
    }
}
