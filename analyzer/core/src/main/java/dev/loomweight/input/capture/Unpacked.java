package dev.loomweight.input.capture;

import dev.loomweight.capture.DataException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Files that came compressed, unpacked into a temporary folder: readers want to go to any place of a file. The folder is
 * removed when the inputs have been read.
 */
final class Unpacked implements AutoCloseable {

    private static final int MAX_ENTRIES = 100_000;

    private final TemporaryFolder temporary = new TemporaryFolder();
    private final UnpackLimit limit;
    private int number;

    Unpacked(UnpackLimit limit) {
        this.limit = limit;
    }

    /** How much may be unpacked, also of what is unpacked by its reader. */
    UnpackLimit limit() {
        return limit;
    }

    /**
     * What a compressed file holds.
     *
     * @param file the file
     * @param shown what messages call it
     * @param packing how it is packed
     * @return a file, or for a zip a folder
     * @throws DataException if it is damaged, holds more than may be unpacked, or does not fit on the disk
     */
    Path unpack(Path file, String shown, FileKind packing) {
        try {
            Path to = temporary.path().resolve(Integer.toString(number++));
            if (packing == FileKind.ZIP) {
                unzip(file, to);
            } else {
                temporary.make(() -> Files.createFile(to));
                try (InputStream in = open(file, packing)) {
                    limit.copy(in, to, limit.ofPacked(Files.size(file), packing));
                }
            }
            return to;
        } catch (IOException | RuntimeException e) {
            // LZ4 frames whose blocks depend on each other are refused by a RuntimeException.
            String reason = String.valueOf(e.getMessage());
            throw new DataException(
                    "cannot unpack " + shown + ": " + reason + (UnpackLimit.isReason(reason) ? ", or" : ";")
                            + " unpack it by hand",
                    e);
        }
    }

    /**
     * Standard input as a file: readers want to go to any place of it.
     *
     * @throws DataException if it cannot be read, or does not fit on the disk
     */
    Path standardInput() {
        try {
            Path to = temporary.path().resolve(Integer.toString(number++));
            temporary.make(() -> Files.createFile(to));
            // Not closed: it is not ours.
            limit.copy(System.in, to, limit.ofPlain());
            return to;
        } catch (IOException e) {
            throw new DataException("cannot read standard input: " + e.getMessage(), e);
        }
    }

    private static InputStream open(Path file, FileKind packing) throws IOException {
        InputStream packed = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        return packing == FileKind.LZ4 ? Lz4.unpack(packed) : new GZIPInputStream(packed);
    }

    private void unzip(Path zip, Path to) throws IOException {
        check(zip);
        temporary.make(() -> Files.createDirectory(to));
        long left = limit.ofPacked(Files.size(zip), FileKind.ZIP);
        int entries = 0;
        try (ZipInputStream in = new ZipInputStream(new BufferedInputStream(Files.newInputStream(zip)))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (++entries > MAX_ENTRIES) {
                    throw tooMany();
                }
                Path target = to.resolve(entry.getName()).normalize();
                if (!target.startsWith(to)) {
                    throw new IOException("its entry " + entry.getName() + " points outside of it");
                }
                boolean file = !entry.isDirectory();
                temporary.make(() -> {
                    Files.createDirectories(file ? target.getParent() : target);
                    if (file) {
                        Files.createFile(target);
                    }
                });
                if (file) {
                    left -= limit.copy(in, target, left);
                }
            }
        }
    }

    /** Before anything is written: its directory has the number of entries; one without a directory is unpacked until then. */
    private static void check(Path file) throws IOException {
        boolean many;
        try (ZipFile zip = new ZipFile(file.toFile())) {
            many = zip.size() > MAX_ENTRIES;
        } catch (IOException e) {
            many = false;
        }
        if (many) {
            throw tooMany();
        }
    }

    private static IOException tooMany() {
        return new IOException("it has more than " + MAX_ENTRIES / 1000 + ",000 entries");
    }

    @Override
    public void close() {
        temporary.close();
    }

    /** LZ4 in a class of its own, so that its library is loaded for those alone who have such a file. */
    private static final class Lz4 {

        /**
         * What a file in LZ4's frame format holds. By Java alone: native code would have to be unpacked itself, and asks for
         * leave.
         *
         * @throws IOException if it does not begin as such a file
         */
        static InputStream unpack(InputStream packed) throws IOException {
            return new LZ4FrameInputStream(
                    packed,
                    LZ4Factory.safeInstance().safeDecompressor(),
                    XXHashFactory.safeInstance().hash32());
        }
    }
}
