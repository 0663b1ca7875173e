package dev.loomweight.capture;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Copies the chunks of a recording that were not copied before. A chunk is copied whole or not at all, and JFR writes each
 * event into one chunk, so that the copies together have every event once. Chunks are told apart by the time at which they
 * begin, in nanoseconds, as their headers have it.
 *
 * <p>Used by one thread.
 */
final class ChunkCopy {

    // Magic number, version, size, offsets of constants and metadata, start: hotspot's jfrChunkWriter.cpp.
    private static final int HEADER_BYTES = 40;
    private static final int SIZE = 8;
    private static final int START = 32;
    private static final byte[] MAGIC = {'F', 'L', 'R', 0};

    private @Nullable Long last;

    /** Opens the finished chunks of a recording, the oldest first. */
    interface Chunks {
        /** A stream from the first byte of the first chunk, or null if there is none. */
        @Nullable
        InputStream open() throws IOException;
    }

    /**
     * Copies what follows the chunk that was copied last, or all if that is no longer there. After an error, the next call
     * copies what this one should have.
     *
     * @throws IOException if chunks cannot be read or written
     */
    Stretch copy(Chunks chunks, OutputStream to) throws IOException {
        Long before = last;
        boolean follows = before == null || walk(chunks, before, null).found;
        Walk walk = walk(chunks, follows ? before : null, to);
        if (walk.newest != null) {
            last = walk.newest;
        }
        return new Stretch(walk.bytes, follows);
    }

    /** What was met on the way through the chunks. */
    private static final class Walk {
        private boolean found;
        private long bytes;
        private @Nullable Long newest;
    }

    /** Goes through all chunks, and copies those behind the given one, or all if none is given. */
    private static Walk walk(Chunks chunks, @Nullable Long behind, @Nullable OutputStream to) throws IOException {
        Walk walk = new Walk();
        try (InputStream in = chunks.open()) {
            if (in == null) {
                return walk;
            }
            for (byte[] header = header(in); header != null; header = header(in)) {
                long start = ByteBuffer.wrap(header).getLong(START);
                long rest = ByteBuffer.wrap(header).getLong(SIZE) - HEADER_BYTES;
                if (to == null || (behind != null && !walk.found)) {
                    in.skipNBytes(rest);
                } else {
                    to.write(header);
                    transfer(in, rest, to);
                    walk.bytes += HEADER_BYTES + rest;
                    walk.newest = start;
                }
                walk.found |= behind != null && start == behind;
            }
        }
        return walk;
    }

    private static byte @Nullable [] header(InputStream in) throws IOException {
        byte[] header = in.readNBytes(HEADER_BYTES);
        if (header.length == 0) {
            return null;
        }
        if (header.length < HEADER_BYTES
                || !Arrays.equals(Arrays.copyOf(header, MAGIC.length), MAGIC)
                || ByteBuffer.wrap(header).getLong(SIZE) < HEADER_BYTES) {
            throw new IOException("the recording has a damaged chunk");
        }
        return header;
    }

    private static void transfer(InputStream in, long bytes, OutputStream to) throws IOException {
        byte[] block = new byte[1 << 16];
        for (long left = bytes; left > 0; ) {
            int read = in.read(block, 0, (int) Math.min(left, block.length));
            if (read < 0) {
                throw new EOFException("a chunk of the recording is shorter than it says");
            }
            to.write(block, 0, read);
            left -= read;
        }
    }
}
