package dev.loomweight.source.capture;

import dev.loomweight.capture.DataException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.io.IOToolkit;

/**
 * Files that came compressed, unpacked into a temporary folder: readers want to go to any place of a file. The folder is
 * removed when the inputs have been read.
 */
final class Unpacked implements AutoCloseable {

    private @Nullable Path temporary;
    private int number;

    /** How a file is packed, by its first bytes. */
    enum Packing {
        /** Not at all, or in a way that is not known. */
        NONE(),
        /** One file. */
        GZIP(0x1F, 0x8B),
        /** One file, in LZ4's frame format. */
        LZ4(0x04, 0x22, 0x4D, 0x18),
        /** Any number of files and folders. */
        ZIP('P', 'K', 3, 4);

        private final int[] magic;

        Packing(int... magic) {
            this.magic = magic;
        }

        /**
         * The packing of a file.
         *
         * @throws DataException if it cannot be read
         */
        static Packing of(Path file) {
            byte[] start;
            try (InputStream in = Files.newInputStream(file)) {
                start = in.readNBytes(4);
            } catch (IOException e) {
                throw new DataException("cannot read " + file + ": permission denied or input error", e);
            }
            for (Packing packing : values()) {
                if (packing != NONE && packing.begins(start)) {
                    return packing;
                }
            }
            return NONE;
        }

        private boolean begins(byte[] start) {
            if (start.length < magic.length) {
                return false;
            }
            for (int i = 0; i < magic.length; i++) {
                if ((start[i] & 0xFF) != magic[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * What a compressed file holds.
     *
     * @param file the file
     * @param packing how it is packed, not {@link Packing#NONE}
     * @return a file, or for a zip a folder
     * @throws DataException if it is damaged, or does not fit on the disk
     */
    Path unpack(Path file, Packing packing) {
        try {
            Path to = folder().resolve(Integer.toString(number++));
            if (packing == Packing.ZIP) {
                unzip(file, to);
            } else {
                try (InputStream in = open(file, packing)) {
                    Files.copy(in, to);
                }
            }
            return to;
        } catch (IOException e) {
            throw new DataException("cannot unpack " + file + ": " + e.getMessage() + "; unpack it by hand", e);
        }
    }

    private static InputStream open(Path file, Packing packing) throws IOException {
        return packing == Packing.LZ4
                ? IOToolkit.openUncompressedStream(file.toFile())
                : new GZIPInputStream(Files.newInputStream(file), 1 << 16);
    }

    private static void unzip(Path file, Path to) throws IOException {
        Files.createDirectory(to);
        try (ZipInputStream in = new ZipInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path target = to.resolve(entry.getName()).normalize();
                if (!target.startsWith(to)) {
                    throw new IOException("its entry " + entry.getName() + " leads out of it");
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(in, target);
                }
            }
        }
    }

    private Path folder() throws IOException {
        Path folder = temporary;
        if (folder == null) {
            folder = Files.createTempDirectory("loomweight");
            temporary = folder;
        }
        return folder;
    }

    @Override
    public void close() {
        if (temporary == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(temporary)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // What is left lies in the folder for temporary files, which the system empties.
        }
    }
}
