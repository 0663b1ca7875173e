package dev.loomweight.input.recording;

import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A recording as another JVM would have made it at another time: the same events, with chunks that begin later. */
public final class Shifted {

    private static final int START_AT = 32;

    private Shifted() {}

    /** Writes a copy whose chunks begin some nanoseconds later. */
    public static Path copy(Path recording, long nanos, Path to) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(recording));
        for (RecordingChunk chunk : ChunkedFile.of(recording).chunks()) {
            int at = (int) chunk.offset() + START_AT;
            bytes.putLong(at, bytes.getLong(at) + nanos);
        }
        return Files.write(to, bytes.array());
    }
}
