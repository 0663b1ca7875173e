package dev.loomweight.input.capture;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How much may be unpacked: a file of some kilobytes can hold terabytes. The limit is for all files of one command
 * together.
 */
final class UnpackLimit {

    /** What is unpacked at most, unless the user says otherwise, in bytes. */
    static final long USUAL_BYTES = 4L << 30;

    /** What is unpacked of any file, however small, in bytes. */
    static final long ALWAYS_BYTES = 256L << 20;

    /** Beyond that, how many times as large as the packed file; recordings and texts pack to a tenth, or a fortieth. */
    static final long MAX_TIMES = 200;

    /** The same in LZ4, which packs to a fourth, or a tenth, and is unpacked at a tenth of the speed of a disk. */
    static final long MAX_TIMES_LZ4 = 40;

    /** What stays free where it is unpacked, in bytes. */
    static final long FREE_BYTES = 64L << 20;

    private static final int STRIDE_BYTES = 1 << 23;

    private static final String REMEDY = "raise the limit with --max-unpacked SIZE";

    private final long most;
    private final boolean asked;
    private final FreeSpace free;
    private long done;

    /** Tells how many bytes can still be written to the file system of a folder. */
    @FunctionalInterface
    interface FreeSpace {
        long of(Path folder) throws IOException;
    }

    /** @param bytes what may be unpacked at most, or 0 for the usual limit */
    UnpackLimit(long bytes) {
        this(bytes, folder -> Files.getFileStore(folder).getUsableSpace());
    }

    UnpackLimit(long bytes, FreeSpace free) {
        this.most = bytes > 0 ? bytes : USUAL_BYTES;
        this.asked = bytes > 0;
        this.free = free;
    }

    /** Whether it is for such a limit that something was not unpacked. */
    static boolean isReason(String message) {
        return message.endsWith(REMEDY);
    }

    /** What may be unpacked of one file more. */
    long ofPacked(long packedBytes, FileKind packing) {
        long times = packing == FileKind.LZ4 ? MAX_TIMES_LZ4 : MAX_TIMES;
        long left = most - done;
        return asked ? left : Math.min(left, Math.max(ALWAYS_BYTES, Math.multiplyExact(packedBytes, times)));
    }

    /** What may be read of a stream that is not packed. */
    long ofPlain() {
        return most - done;
    }

    /**
     * Writes a stream to a file that was made for it.
     *
     * @param mostBytes what it may hold
     * @return what it held, in bytes
     * @throws IOException if it holds more, or the disk is nearly full: a message without the file's name
     */
    long copy(InputStream in, Path to, long mostBytes) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long copied = 0;
        long looked = 0;
        try (OutputStream out = Files.newOutputStream(to, StandardOpenOption.WRITE)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                copied += read;
                if (copied > mostBytes) {
                    throw new IOException("its content is larger than the limit of " + size(mostBytes) + "; " + REMEDY);
                }
                looked += read;
                if (looked >= STRIDE_BYTES || copied == read) {
                    looked = 0;
                    mustHaveSpace(to);
                }
                out.write(buffer, 0, read);
                done += read;
            }
        }
        return copied;
    }

    private void mustHaveSpace(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && free.of(folder) < FREE_BYTES + STRIDE_BYTES) {
            throw new IOException("the file system of " + folder + " is nearly full; free some space, or name another"
                    + " folder with LOOMWEIGHT_JAVA_OPTS=-Djava.io.tmpdir=DIR");
        }
    }

    private static String size(long bytes) {
        if (bytes >= 1 << 30 && bytes % (1 << 30) == 0) {
            return (bytes >> 30) + " GB";
        }
        return bytes >= 1 << 20 ? (bytes >> 20) + " MB" : bytes + " bytes";
    }
}
