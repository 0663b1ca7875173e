package dev.loomweight.input.recording.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.EventCopies;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.RecordingReader.Reading;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chunks that one buffer cannot hold, with windows of some KB instead of half a GB. */
class WindowsTest {

    /** Longer than any event or constant of the recordings, shorter than their checkpoints and metadata. */
    private static final int STRIDE = 16 << 10;

    static List<Path> recordings() {
        return Recordings.all();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void aChunkIsReadThroughManyWindowsAsThroughOne(Path file) throws IOException {
        Set<String> types = EventCopies.types(file);
        Read expected = read(file, new ChunkReader(1), types);

        assertThat(ChunkedFile.of(file).chunks())
                .as("a chunk that needs several windows")
                .anyMatch(chunk -> chunk.length() > 2 * STRIDE);
        assertThat(expected.reading.gaps()).isEmpty();
        assertThat(read(file, new ChunkReader(1, STRIDE), types)).isEqualTo(expected);
    }

    private record Read(Reading reading, List<Map<String, @Nullable Object>> events) {}

    private static Read read(Path file, ChunkReader reader, Set<String> types) throws IOException {
        List<Map<String, @Nullable Object>> events = new ArrayList<>();
        Reading reading = reader.read(
                ChunkedFile.of(file), WantedEvents.reading(types), () -> event -> events.add(EventCopies.of(event)));
        return new Read(reading, events);
    }
}
