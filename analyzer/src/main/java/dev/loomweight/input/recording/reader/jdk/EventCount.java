package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.input.recording.reader.ChunkHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the events of a recording by their type's number, from their sizes alone. The JDK's stream ends without a word
 * where it cannot go on; this count says whether it has handed over everything.
 */
final class EventCount {

    private static final int BUFFER_BYTES = 1 << 20;
    // Two numbers of at most nine bytes each: the size and the type of an event.
    private static final int HEAD_BYTES = 18;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final Map<Long, long[]> counts = new HashMap<>();
    private long bufferStart;

    private EventCount(FileChannel channel) {
        this.channel = channel;
        buffer.limit(0);
    }

    /**
     * The number of events by type number. Counting ends where an event has no size, or one that does not fit its
     * chunk, and chunks with integers of fixed length are left out: the count is never above the truth.
     *
     * @throws IOException if the file cannot be read
     */
    static Map<Long, Long> of(Path file, List<ChunkHeader> chunks) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            EventCount count = new EventCount(channel);
            for (ChunkHeader chunk : chunks) {
                if (chunk.compressed()) {
                    count.walk(chunk);
                }
            }
            Map<Long, Long> result = new HashMap<>();
            count.counts.forEach((type, number) -> result.put(type, number[0]));
            return result;
        }
    }

    private void walk(ChunkHeader chunk) throws IOException {
        long at = chunk.offset() + ChunkHeader.SIZE;
        while (at < chunk.end()) {
            seek(at);
            long size = number();
            long type = number();
            if (size <= 0 || size > chunk.end() - at) {
                return;
            }
            counts.computeIfAbsent(type, key -> new long[1])[0]++;
            at += size;
        }
    }

    private void seek(long at) throws IOException {
        long inBuffer = at - bufferStart;
        if (inBuffer >= 0 && inBuffer + HEAD_BYTES <= buffer.limit()) {
            buffer.position((int) inBuffer);
            return;
        }
        buffer.clear();
        bufferStart = at;
        int read;
        do {
            read = channel.read(buffer, bufferStart + buffer.position());
        } while (read > 0);
        buffer.flip();
    }

    // Seven bits a byte, the lowest first; the ninth byte has eight. 0 where the file ends before the number does.
    private long number() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            if (!buffer.hasRemaining()) {
                return 0;
            }
            long next = buffer.get();
            if (shift == 56) {
                return value | (next & 0xFF) << shift;
            }
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                break;
            }
        }
        return value;
    }
}
