package dev.loomweight.input.recording.reader.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one chunk, seen through windows: each begins a stride after the one before it and reaches a stride
 * further, so that anything shorter than a stride lies completely in one window. A chunk of the size that the JVM makes by
 * its defaults (12 MB) is one window.
 *
 * <p>The file is mapped, and a window is an array that is filled from the mapping. The copy costs a tenth of a second for
 * a GB; code that goes over store is so much smaller than code that goes over mapped buffers that compiling it, which a
 * short process pays for, takes less by more.
 */
final class ChunkWindows {

    /** The longest thing that can be read: far above any single event or constant. */
    static final int STRIDE = 4 << 20;

    /**
     * Up to this length a chunk is one window: where the heap has room for one for each processor many times over, also
     * the chunks of those who asked for large ones. What is in several windows is copied again whenever events refer to
     * constants all over the chunk.
     */
    private static final int ONE_WINDOW =
            oneWindow(Runtime.getRuntime().maxMemory(), Runtime.getRuntime().availableProcessors());

    private static final int MIN_ONE_WINDOW_BYTES = 24 << 20;
    private static final int MAX_ONE_WINDOW_BYTES = 256 << 20;
    private static final int SHARE_OF_HEAP = 8;

    // The windows of two threads take as much of a heap of 128 MB.
    private static final int MAX_PERCENT_OF_HEAP = 53;

    private static final int MAX_KEPT_WINDOWS = 4;

    /**
     * The longest chunk that is one window.
     *
     * @param heap the most that it may have, in bytes
     * @param threads how many read at a time, at most
     */
    static int oneWindow(long heap, int threads) {
        return Math.clamp(heap / SHARE_OF_HEAP / threads, MIN_ONE_WINDOW_BYTES, MAX_ONE_WINDOW_BYTES);
    }

    /**
     * How a recording is read: in a small heap, large chunks by fewer threads rather than through windows, of which each
     * thread has several and fills them again and again.
     *
     * @param threads how many read at a time
     * @param oneWindow the longest chunk that is one window, in bytes
     */
    record Share(int threads, int oneWindow) {

        /**
         * For a recording.
         *
         * @param heap the most that the heap may have, in bytes
         * @param threads how many can read at a time, and nothing else is read meanwhile
         * @param longest its longest chunk, in bytes
         */
        static Share of(long heap, int threads, long longest) {
            int usual = ChunkWindows.oneWindow(heap, threads);
            long fit =
                    longest <= usual || longest > MAX_ONE_WINDOW_BYTES ? 0 : heap * MAX_PERCENT_OF_HEAP / 100 / longest;
            return fit == 0 ? new Share(threads, usual) : new Share((int) Math.min(threads, fit), (int) longest);
        }
    }

    /** The array that one thread fills with one chunk after another. */
    static final class Store {
        private final int oneWindow;
        private byte[] whole = new byte[0];

        Store() {
            this(ONE_WINDOW);
        }

        /** @param oneWindow the longest chunk that is one window, in bytes */
        Store(int oneWindow) {
            this.oneWindow = oneWindow;
        }

        private byte[] ofLength(int length) {
            if (whole.length < length) {
                // Chunks are of nearly one size, and the next can be a little larger.
                whole = new byte[Math.max(length, Math.min(oneWindow, length + length / 4))];
            }
            return whole;
        }
    }

    /**
     * Some bytes of a chunk.
     *
     * @param number which window it is
     * @param base the position of its first byte
     * @param bytes they, and leftovers of an earlier use of the array
     * @param length how many of the bytes are its own
     */
    // Nobody compares two of them.
    @SuppressWarnings("ArrayRecordComponent")
    record Window(int number, long base, byte[] bytes, int length) {}

    private final @Nullable FileChannel channel;
    private final long offset;
    private final long size;
    private final int stride;
    private final int count;
    private final Store store;
    // The last used first.
    private final @Nullable Window[] kept = new @Nullable Window[MAX_KEPT_WINDOWS];

    /**
     * @param channel the file
     * @param offset where the chunk begins, in bytes
     * @param size how long it is, in bytes; positive, and within the file
     * @param stride how far windows are apart, in bytes
     * @param store of the thread that reads; what it held before is lost
     */
    ChunkWindows(FileChannel channel, long offset, long size, int stride, Store store) {
        this.channel = channel;
        this.offset = offset;
        this.size = size;
        this.stride = stride;
        this.store = store;
        boolean one = size <= 2L * stride || (stride == STRIDE && size <= store.oneWindow);
        this.count = one ? 1 : Math.toIntExact((size - 1) / stride);
    }

    /** Bytes that are at hand, as one window. */
    ChunkWindows(byte[] bytes) {
        this.channel = null;
        this.offset = 0;
        this.size = bytes.length;
        this.stride = STRIDE;
        this.store = new Store();
        this.count = 1;
        this.kept[0] = new Window(0, 0, bytes, bytes.length);
    }

    /** The length of the chunk, in bytes. */
    long size() {
        return size;
    }

    /** What is shorter can be read after one seek, in bytes. */
    int stride() {
        return count == 1 ? Integer.MAX_VALUE : stride;
    }

    /** The window of a position, the chunk's end among them. */
    Window at(long position) {
        if (position < 0 || position > size) {
            throw new IndexOutOfBoundsException("position " + position + " of " + size);
        }
        int number = (int) Math.min(count - 1, position / stride);
        for (int i = 0; i < kept.length; i++) {
            Window window = kept[i];
            if (window != null && window.number == number) {
                System.arraycopy(kept, 0, kept, 1, i);
                kept[0] = window;
                return window;
            }
        }
        Window window = fill(number);
        System.arraycopy(kept, 0, kept, 1, kept.length - 1);
        kept[0] = window;
        return window;
    }

    private Window fill(int number) {
        if (channel == null) {
            throw new IndexOutOfBoundsException("window " + number);
        }
        long base = (long) number * stride;
        int length = (int) (count == 1 ? size : Math.min(size - base, 2L * stride));
        byte[] bytes = count == 1 ? store.ofLength(length) : new byte[length];
        try {
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, offset + base, length);
            mapped.get(0, bytes, 0, length);
        } catch (IOException e) {
            throw new UnmappedException(e);
        } catch (InternalError e) {
            // What the JVM makes of the signal for a page that is not there.
            throw new UnmappedException(new IOException("the file became shorter while it was read", e));
        }
        return new Window(number, base, bytes, length);
    }

    /** The system refuses to map the file. */
    static final class UnmappedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final IOException reason;

        UnmappedException(IOException cause) {
            super(cause);
            reason = cause;
        }

        /** What the system said. */
        IOException reason() {
            return reason;
        }
    }
}
