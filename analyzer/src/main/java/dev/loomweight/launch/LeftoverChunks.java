package dev.loomweight.launch;

import dev.loomweight.capture.HeldFile;
import dev.loomweight.capture.HeldFolder;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;

/**
 * The chunks of a recording in the folder of the JVM that writes it, held open from the beginning: what there is of the
 * recording when the JVM was killed. The JVM said itself where the folder is, so the folder and each chunk must belong
 * to the JVM's user, and no more is copied than was asked to be recorded.
 */
final class LeftoverChunks implements Closeable {

    private static final String ENDING = ".jfr";
    private static final int HEADER_BYTES = 68;
    private static final int METADATA_AT = 24;
    /** "FLR" and a zero, with which every chunk begins. */
    private static final int MAGIC = 0x464c5200;

    private final HeldFolder folder;

    private LeftoverChunks(HeldFolder folder) {
        this.folder = folder;
    }

    /**
     * Opens the folder.
     *
     * @param pid the JVM's process
     * @param repository the folder, as the JVM names it
     * @throws IOException if it cannot be opened, or belongs to another user than the JVM
     */
    static LeftoverChunks open(long pid, Path repository) throws IOException {
        ProcFiles proc = new ProcFiles(pid);
        return new LeftoverChunks(proc.open(repository.toString(), proc.user()));
    }

    /** The size of all chunks, in bytes. */
    long bytes() {
        long bytes = 0;
        for (String name : names()) {
            try {
                BasicFileAttributes found = folder.attributes(name);
                bytes += found.isRegularFile() ? found.size() : 0;
            } catch (IOException e) {
                // It went meanwhile.
            }
        }
        return bytes;
    }

    /**
     * Copies every chunk that JFR has flushed at least once; of another, nothing can be read.
     *
     * @param to the folder to copy into; made if there is anything
     * @param mostBytes how much all of them may be, in bytes
     * @throws IOException if one cannot be copied, or there are more
     */
    void copyTo(Path to, long mostBytes) throws IOException {
        long left = mostBytes;
        for (String name : names()) {
            if (!folder.attributes(name).isRegularFile()) {
                continue;
            }
            try (HeldFile chunk = folder.open(name, left)) {
                FileChannel from = chunk.channel();
                if (isFlushed(from)) {
                    long size = Math.min(from.size(), left);
                    Files.createDirectories(to);
                    try (OutputStream out = ExchangeFolder.write(to.resolve(name))) {
                        ExchangeFolder.copy(from, size, out);
                    }
                    left -= size;
                }
            }
        }
    }

    /** Deletes the chunks and the folder, where nothing else is in it. */
    void remove() throws IOException {
        for (String name : names()) {
            folder.deleteFile(name);
        }
        Object key = folder.key();
        try (HeldFolder parent = folder.parent()) {
            String name = String.valueOf(folder.path().getFileName());
            if (Objects.equals(key, parent.attributes(name).fileKey())) {
                parent.deleteFolder(name);
            }
        }
    }

    /** JFR's chunk header has the place of the metadata at byte 24, 0 until there are some. */
    private static boolean isFlushed(FileChannel file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        int read = 0;
        while (read >= 0 && header.hasRemaining()) {
            read = file.read(header, header.position());
        }
        return !header.hasRemaining() && header.getInt(0) == MAGIC && header.getLong(METADATA_AT) != 0;
    }

    private List<String> names() {
        return folder.names().stream()
                .filter(name -> name.endsWith(ENDING))
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        folder.close();
    }
}
