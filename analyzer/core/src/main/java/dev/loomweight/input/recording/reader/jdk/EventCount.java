package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.input.recording.reader.ChunkHeader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * Counts the events of a chunk by the number of their type, from their sizes alone. The JDK's stream ends silently where
 * it cannot continue; this count shows whether it has passed on everything.
 */
final class EventCount {

    private static final long MAX_COMPRESSED_BYTES = 9;

    private final InputStream in;
    // Of the event that is read.
    private long read;

    private EventCount(InputStream in) {
        this.in = in;
    }

    /**
     * Adds the number of events by the number of their type. Counting ends where an event has no size, or one that does
     * not fit into the chunk, and a chunk with integers of fixed length is left out: the count is never too high.
     *
     * @param chunk the header
     * @param bytes all bytes of the chunk
     */
    static void add(ChunkHeader chunk, InputStream bytes, Map<Long, Long> counts) throws IOException {
        if (!chunk.compressed()) {
            return;
        }
        bytes.skipNBytes(ChunkHeader.SIZE);
        EventCount event = new EventCount(bytes);
        long left = chunk.size() - ChunkHeader.SIZE;
        while (left > 0) {
            event.read = 0;
            long size = event.number();
            long type = event.number();
            if (size < event.read || size > left) {
                return;
            }
            counts.merge(type, 1L, Long::sum);
            bytes.skipNBytes(size - event.read);
            left -= size;
        }
    }

    // Seven bits a byte, the lowest first; the ninth byte has eight. 0 where the chunk ends before the number does.
    private long number() throws IOException {
        long value = 0;
        for (int i = 0; i < MAX_COMPRESSED_BYTES; i++) {
            int next = in.read();
            read++;
            if (next < 0) {
                return 0;
            }
            boolean last = i == MAX_COMPRESSED_BYTES - 1;
            value |= (long) (last ? next : next & 0x7F) << (7 * i);
            if (last || next < 0x80) {
                break;
            }
        }
        return value;
    }
}
