package dev.loomweight.input.heap;

import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * The bytes of a heap dump, mapped, with big-endian numbers. Positions are from the start of the file. What is read beyond
 * the end is a {@link DataException}.
 */
final class HprofFile {

    private static final int WINDOW_BITS = 30;
    // A number that begins in a window ends in it.
    private static final int OVERLAP = 8;
    private static final int LONGEST_MAGIC = 32;

    private final MappedByteBuffer[] windows;
    private final long size;
    private final int idBytes;
    private final Instant time;
    private final long start;

    /**
     * Maps a file, until the collector frees it.
     *
     * @throws DataException if its head is not that of a heap dump
     */
    HprofFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            size = channel.size();
            windows = new MappedByteBuffer[(int) ((size >> WINDOW_BITS) + 1)];
            for (int i = 0; i < windows.length; i++) {
                long from = (long) i << WINDOW_BITS;
                long bytes = Math.min(size - from, (1L << WINDOW_BITS) + OVERLAP);
                windows[i] = channel.map(FileChannel.MapMode.READ_ONLY, from, bytes);
            }
        }
        long at = 0;
        while (u1(at) != 0) {
            at++;
            if (at > LONGEST_MAGIC) {
                throw new DataException("its head is not that of a heap dump");
            }
        }
        idBytes = u4(at + 1);
        if (idBytes != Long.BYTES && idBytes != Integer.BYTES) {
            throw new DataException("its ids have " + idBytes + " bytes, where JVMs write 4 or 8");
        }
        time = Instant.ofEpochMilli(u8(at + 5));
        start = at + 13;
    }

    /** Where the first record begins. */
    long start() {
        return start;
    }

    /** The size of the file, in bytes. */
    long size() {
        return size;
    }

    /** The bytes of an id: 4 or 8. */
    int idBytes() {
        return idBytes;
    }

    /** When it was begun. */
    Instant time() {
        return time;
    }

    private MappedByteBuffer window(long at, int bytes) {
        if (at < 0 || at > size - bytes) {
            throw new DataException("it ends within a record");
        }
        return windows[(int) (at >> WINDOW_BITS)];
    }

    private static int in(long at) {
        return (int) (at & ((1L << WINDOW_BITS) - 1));
    }

    int u1(long at) {
        return window(at, 1).get(in(at)) & 0xff;
    }

    int u2(long at) {
        return window(at, 2).getShort(in(at)) & 0xffff;
    }

    int u4(long at) {
        return window(at, 4).getInt(in(at));
    }

    long u8(long at) {
        return window(at, 8).getLong(in(at));
    }

    /** An unsigned length. */
    long length(long at) {
        return u4(at) & 0xffff_ffffL;
    }

    long id(long at) {
        return idBytes == Long.BYTES ? u8(at) : length(at);
    }

    /** Bytes, at most as many as a method's or a class's name has. */
    byte[] bytes(long at, int count) {
        if (count < 0 || at < 0 || at > size - count) {
            throw new DataException("it ends within a record");
        }
        byte[] read = new byte[count];
        for (int done = 0; done < count; ) {
            MappedByteBuffer window = window(at + done, 1);
            int some = Math.min(count - done, window.limit() - in(at + done));
            window.get(in(at + done), read, done, some);
            done += some;
        }
        return read;
    }

    /** A text in UTF-8. */
    String text(long at, int bytes) {
        return new String(bytes(at, bytes), StandardCharsets.UTF_8);
    }
}
