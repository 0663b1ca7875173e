package dev.loomweight.input.recording;

import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A recording as files of one chunk each. The JDK's reader keeps the clock of the first chunk of a file for all of them
 * ({@code jdk.jfr.internal.consumer.ChunkParser} takes over the time converter), so later chunks come out some
 * nanoseconds off; chunk by chunk it is exact.
 */
public final class Splits {

    private Splits() {}

    /** Writes each chunk into a file of its own, and returns them in their order. */
    public static List<Path> of(Path recording, Path folder) throws IOException {
        byte[] all = Files.readAllBytes(recording);
        List<Path> files = new ArrayList<>();
        for (RecordingChunk chunk : ChunkedFile.of(recording).chunks()) {
            byte[] one = Arrays.copyOfRange(all, (int) chunk.offset(), (int) chunk.limit());
            files.add(Files.write(Files.createTempFile(folder, "chunk", ".jfr"), one));
        }
        return files;
    }
}
