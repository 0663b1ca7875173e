package dev.loomweight.source.recording;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The 68 bytes that a chunk of a recording begins with, all numbers big-endian. The format is defined by HotSpot's
 * {@code jfrChunkWriter.cpp} and read by {@code jdk.jfr.internal.consumer.ChunkHeader}.
 *
 * @param offset where the chunk begins in its file, in bytes
 * @param major the format's version: 1 (Oracle JDK 7 and 8) or 2
 * @param size the size of the chunk, this header included, in bytes; in an unfinished chunk, up to its last flush
 * @param constantPoolOffset where the last constant pool begins, in bytes from the chunk's beginning; 0 where there is
 *     none yet
 * @param metadataOffset where the metadata begins, in bytes from the chunk's beginning; 0 where there is none yet
 * @param startNanos when the chunk was begun, in nanoseconds since 1970
 * @param durationNanos how long it was written to, in nanoseconds
 * @param startTicks when it was begun, by the recording's clock
 * @param ticksPerSecond the speed of that clock
 * @param state 0 for a finished chunk; else how often it was flushed, or 255 while its header is written
 * @param compressed whether integers are written with a variable length
 */
record ChunkHeader(
        long offset,
        int major,
        long size,
        long constantPoolOffset,
        long metadataOffset,
        long startNanos,
        long durationNanos,
        long startTicks,
        long ticksPerSecond,
        int state,
        boolean compressed) {

    /** The header's size, in bytes. */
    static final int SIZE = 68;

    /** Where {@link #state} stands in the header, in bytes. */
    static final int STATE_AT = 64;

    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int FEATURES_AT = 67;

    /**
     * Decodes the header at the buffer's beginning.
     *
     * @param bytes at least {@link #SIZE} bytes
     * @param offset where these bytes are in the file
     * @return null if a chunk does not begin so
     */
    static @Nullable ChunkHeader decode(ByteBuffer bytes, long offset) {
        if (bytes.getInt(0) != MAGIC) {
            return null;
        }
        return new ChunkHeader(
                offset,
                bytes.getShort(4),
                bytes.getLong(8),
                bytes.getLong(16),
                bytes.getLong(24),
                bytes.getLong(32),
                bytes.getLong(40),
                bytes.getLong(48),
                bytes.getLong(56),
                bytes.get(STATE_AT) & 0xFF,
                (bytes.get(FEATURES_AT) & 1) != 0);
    }

    /** Where the chunk ends in its file, in bytes. */
    long end() {
        return offset + size;
    }

    /** Whether the chunk is complete: its JVM did not die over it, and does not write it still. */
    boolean finished() {
        return state == 0;
    }

    /** Whether the numbers of the header fit each other, so that the chunk can be read. */
    boolean plausible() {
        return size > SIZE
                && metadataOffset >= SIZE
                && metadataOffset < size
                && constantPoolOffset >= SIZE
                && constantPoolOffset < size
                && ticksPerSecond > 0;
    }

    /** When the chunk ends, in nanoseconds since 1970. */
    long endNanos() {
        return startNanos + durationNanos;
    }
}
