package dev.loomweight.capture;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder of another process that is kept open: its files can be read when the process has ended, and with it the way
 * to its files, as that of a container.
 */
final class HeldFolder implements Closeable {

    private static final int HEADER_BYTES = 68;
    private static final int METADATA_AT = 24;
    /** "FLR" and a zero, with which every chunk begins. */
    private static final int MAGIC = 0x464c5200;

    private static final Path HERE = Path.of(".");

    private final SecureDirectoryStream<Path> folder;

    private HeldFolder(SecureDirectoryStream<Path> folder) {
        this.folder = folder;
    }

    /** Opens it; null where that is not possible. */
    @SuppressWarnings("StreamResourceLeak") // The stream is what is held, until close().
    static @Nullable HeldFolder open(Path path) {
        try {
            DirectoryStream<Path> stream = Files.newDirectoryStream(path);
            if (stream instanceof SecureDirectoryStream<Path> secure) {
                return new HeldFolder(secure);
            }
            stream.close();
            return null;
        } catch (IOException e) {
            return null;
        }
    }

    /** The size of all files in it, in bytes. */
    long bytes() {
        long bytes = 0;
        for (Path name : names()) {
            try {
                bytes += folder.getFileAttributeView(name, BasicFileAttributeView.class)
                        .readAttributes()
                        .size();
            } catch (IOException e) {
                // It went meanwhile.
            }
        }
        return bytes;
    }

    /**
     * Copies every chunk of a recording that JFR has flushed at least once; of another, nothing can be read.
     *
     * @param to the folder to copy into; made if there is anything
     * @return how many
     * @throws IOException if one cannot be copied
     */
    int copyTo(Path to) throws IOException {
        int copied = 0;
        for (Path name : names()) {
            if (copy(name, to)) {
                copied++;
            }
        }
        return copied;
    }

    private boolean copy(Path name, Path to) throws IOException {
        try (SeekableByteChannel from = folder.newByteChannel(name, Set.of(StandardOpenOption.READ))) {
            if (!isFlushed(from)) {
                return false;
            }
            Files.createDirectories(to);
            try (OutputStream out = Files.newOutputStream(to.resolve(String.valueOf(name.getFileName())))) {
                Channels.newInputStream(from).transferTo(out);
            }
            return true;
        }
    }

    /** JFR's chunk header has the place of the metadata at byte 24, 0 until there are some; other files have no header. */
    private static boolean isFlushed(SeekableByteChannel file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        int read = 0;
        while (read >= 0 && header.hasRemaining()) {
            read = file.read(header);
        }
        file.position(0);
        return header.hasRemaining()
                ? file.size() > 0 && header.getInt(0) != MAGIC
                : header.getInt(0) != MAGIC || header.getLong(METADATA_AT) != 0;
    }

    private List<Path> names() {
        List<Path> names = new ArrayList<>();
        // A stream can be walked through once, so each walk has its own.
        try (SecureDirectoryStream<Path> again = folder.newDirectoryStream(HERE)) {
            for (Path path : again) {
                names.add(path.getFileName());
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        return names;
    }

    @Override
    public void close() {
        try {
            folder.close();
        } catch (IOException e) {
            // It was only read.
        }
    }
}
