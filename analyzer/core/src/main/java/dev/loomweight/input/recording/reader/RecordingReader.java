package dev.loomweight.input.recording.reader;

import java.io.IOException;
import java.util.function.Supplier;

/** A way to read the events of recordings. All of them give the same of a recording that is not damaged. */
public interface RecordingReader {

    /**
     * Passes on every event of some types, once, and counts those of others.
     *
     * @param recording what to read; has at least one chunk
     * @param wanted the wanted types; everything else is skipped
     * @param sinks gives each thread that reads a sink of its own. A sink gets the events of a chunk in the order of
     *     the file, and chunks in their order too; the order between sinks means nothing. What a sink throws ends the
     *     reading and is rethrown.
     * @return the result of the reading
     * @throws IOException if nothing can be read
     * @throws UnreadableRecordingException if the recording has something that this reader does not know, and others
     *     may
     */
    Reading read(ChunkedFile recording, WantedEvents wanted, Supplier<? extends EventSink> sinks) throws IOException;
}
