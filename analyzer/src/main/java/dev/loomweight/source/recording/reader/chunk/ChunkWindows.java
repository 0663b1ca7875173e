package dev.loomweight.source.recording.reader.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one chunk, mapped. A buffer ends at 2 GB and a chunk need not, so it is seen through windows: each begins
 * a stride after the one before it and reaches a stride further, so that whatever is shorter than a stride lies in one
 * window whole. A chunk shorter than two strides, which is every chunk that the JVM makes by its defaults, has one.
 */
final class ChunkWindows {

    /** Half a GB: far above any single event or constant, far below the limit of a buffer. */
    static final int STRIDE = 1 << 29;

    private final @Nullable FileChannel channel;
    private final long offset;
    private final long size;
    private final int stride;
    private final @Nullable ByteBuffer[] windows;

    /**
     * @param channel the file
     * @param offset where the chunk begins, in bytes
     * @param size how long it is, in bytes; positive, and within the file
     * @param stride how far windows are apart, in bytes
     */
    ChunkWindows(FileChannel channel, long offset, long size, int stride) {
        this.channel = channel;
        this.offset = offset;
        this.size = size;
        this.stride = stride;
        this.windows = new ByteBuffer[Math.toIntExact(Math.max(1, (size - 1) / stride))];
    }

    /** Bytes that are at hand, as one window. */
    ChunkWindows(byte[] bytes) {
        this.channel = null;
        this.offset = 0;
        this.size = bytes.length;
        this.stride = STRIDE;
        this.windows = new ByteBuffer[] {ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)};
    }

    /** The length of the chunk, in bytes. */
    long size() {
        return size;
    }

    /** How far windows are apart, in bytes: what is shorter can be read after one seek. */
    int stride() {
        return windows.length == 1 ? Integer.MAX_VALUE : stride;
    }

    /** The position at which the window of a position begins. */
    long baseOf(long position) {
        return (long) windowOf(position) * stride;
    }

    /** The window of a position, the chunk's end among them, of little-endian order. */
    ByteBuffer at(long position) {
        if (position < 0 || position > size) {
            throw new IndexOutOfBoundsException("position " + position + " of " + size);
        }
        int number = windowOf(position);
        ByteBuffer window = windows[number];
        if (window == null) {
            window = map(Objects.requireNonNull(channel), (long) number * stride);
            windows[number] = window;
        }
        return window;
    }

    private int windowOf(long position) {
        return (int) Math.min(windows.length - 1, position / stride);
    }

    private ByteBuffer map(FileChannel from, long base) {
        try {
            long length = Math.min(size - base, 2L * stride);
            return from.map(FileChannel.MapMode.READ_ONLY, offset + base, length)
                    .order(ByteOrder.LITTLE_ENDIAN);
        } catch (IOException e) {
            throw new UnmappedException(e);
        }
    }

    /** The system refuses to map the file. */
    static final class UnmappedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnmappedException(IOException cause) {
            super(cause);
        }

        @Override
        public synchronized IOException getCause() {
            return (IOException) super.getCause();
        }
    }
}
