package dev.loomweight.input.recording;

import dev.loomweight.input.recording.ChunkBytes.EventBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A chunk that is whole.
 *
 * @param index its place in its recording, from 0
 * @param bytes the chunk, which is a recording of its own
 */
// Nobody compares two of them.
@SuppressWarnings("ArrayRecordComponent")
record GoodChunk(int index, byte[] bytes) {

    /** The event type whose events are counted. */
    static final String PIN = "jdk.VirtualThreadPinned";

    /** The chunk taken apart. */
    ChunkBytes parsed() {
        return new ChunkBytes(bytes);
    }

    /** The events of a chunk as the JDK's reader gives them. */
    static List<RecordedEvent> readByJdk(byte[] chunk) {
        try {
            Path file = Files.createTempFile("chunk", ".jfr");
            try {
                Files.write(file, chunk);
                return RecordingFile.readAllEvents(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many pins it has, as the JDK's reader counts. */
    long pins() {
        return readByJdk(bytes).stream()
                .filter(event -> event.getEventType().getName().equals(PIN))
                .count();
    }

    /** Where its pins stand, by the places of their bytes. */
    List<EventBytes> pinEvents() {
        return pinEvents(ChunkBytes.HEADER, bytes.length, bytes);
    }

    /** The pins between two places of bytes that begin with this chunk's and may go on behind its end. */
    List<EventBytes> pinEvents(int from, int to, byte[] longer) {
        long pin = new ChunkTypes(parsed()).typeOf(PIN);
        return new ChunkBytes(longer)
                .events(from, to).stream().filter(event -> event.type() == pin).toList();
    }

    /** The event nearest to the chunk's middle that is no pin, and wide enough for a size of four bytes. */
    EventBytes middleEvent() {
        long pin = new ChunkTypes(parsed()).typeOf(PIN);
        Optional<EventBytes> nearest = parsed().events().stream()
                .filter(event -> event.type() != ChunkBytes.METADATA_TYPE
                        && event.type() != ChunkBytes.CHECKPOINT_TYPE
                        && event.type() != pin
                        && event.size() >= 4)
                .min(Comparator.comparingInt(event -> Math.abs(event.at() - bytes.length / 2)));
        return nearest.orElseThrow();
    }
}
