package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.EventSink;
import dev.loomweight.input.recording.reader.Reading;
import dev.loomweight.input.recording.reader.Recording;
import dev.loomweight.input.recording.reader.Recording.Gap;
import dev.loomweight.input.recording.reader.RecordingReader;
import dev.loomweight.input.recording.reader.UnreadableRecordingException;
import dev.loomweight.input.recording.reader.WholeChunks;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads by the parser of JDK Mission Control, which shares no code with the JDK's reader and with ours: a second
 * reference. One thread reads everything, chunk by chunk, and only a chunk with its constants is held in memory.
 *
 * <p>The parser takes a chunk whole or not at all, so it is given those that are whole. What it drops of a thread and
 * changes of a class is got from elsewhere, see {@link JmcThreads} and {@link JmcStructs}. It gives up on a chunk with a
 * {@code jdk.ActiveSetting} of an event type that the chunk's metadata does not describe; the other readers pass over
 * it.
 */
public final class JmcReader implements RecordingReader {

    // The parser holds a chunk in an array that it makes a fifth larger.
    private static final long MOST_CHUNK_BYTES = (long) ((Integer.MAX_VALUE - 8) / 1.2);

    /** A reader by Mission Control. */
    public JmcReader() {}

    @Override
    public Reading read(Recording recording, Set<String> eventTypes, Supplier<? extends EventSink> sinks)
            throws IOException {
        WholeChunks whole = WholeChunks.of(recording);
        for (ChunkHeader chunk : whole.chunks()) {
            if (chunk.size() > MOST_CHUNK_BYTES) {
                throw new UnreadableRecordingException("JDK Mission Control takes chunks of at most " + MOST_CHUNK_BYTES
                        + " bytes, and the one at " + chunk.offset() + " has " + chunk.size());
            }
        }
        JmcLog.silence();
        JmcPass pass = new JmcPass(eventTypes, sinks.get());
        for (ChunkHeader chunk : whole.chunks()) {
            try (InputStream bytes = whole.open(chunk)) {
                pass.read(chunk, bytes);
            }
        }
        List<Gap> gaps = new ArrayList<>(whole.gaps());
        gaps.addAll(pass.gaps());
        return new Reading(pass.types(), pass.chunks(), gaps, pass.notes());
    }
}
