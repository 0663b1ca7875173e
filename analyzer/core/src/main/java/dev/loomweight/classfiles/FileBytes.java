package dev.loomweight.classfiles;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * The bytes of an open file. Safe for threads. Not a {@link java.nio.channels.FileChannel}, because that is closed for
 * everyone when one reading thread is interrupted.
 */
final class FileBytes implements ByteRange, Closeable {

    private final RandomAccessFile file;
    private final long length;

    /**
     * Opens a file.
     *
     * @throws IOException if it cannot be opened
     */
    FileBytes(Path path) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
        length = file.length();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public synchronized byte[] read(long at, int count) throws IOException {
        if (at < 0 || count < 0 || count > length - at) {
            throw new EOFException(
                    "it is truncated or damaged: " + count + " bytes at " + at + " of " + length + " are missing");
        }
        byte[] bytes = new byte[count];
        file.seek(at);
        file.readFully(bytes);
        return bytes;
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
