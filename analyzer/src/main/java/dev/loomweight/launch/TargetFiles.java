package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a target writes files for this program and reads what it is given: in the folder where they are to be, or, where
 * the target runs in a container or as another user and so cannot write there, by an {@link ExchangeFolder}.
 */
final class TargetFiles implements Closeable {

    private final Path folder;
    private final @Nullable ExchangeFolder exchange;

    private TargetFiles(Path folder, @Nullable ExchangeFolder exchange) {
        this.folder = folder.toAbsolutePath();
        this.exchange = exchange;
    }

    /**
     * Finds the place, and makes it where it must be made.
     *
     * @param folder where the files are to be; it exists
     * @throws DataException if the target's {@code /tmp} cannot be written to
     */
    static TargetFiles create(long pid, Path folder) {
        return new TargetFiles(folder, new ProcFiles(pid).isForeign() ? ExchangeFolder.create(pid) : null);
    }

    /** Whether what the target is to write is there already, empty, and is read as that file whatever its name comes to mean. */
    boolean areMade() {
        return exchange != null;
    }

    /** What the target calls a file of the folder that it is to write. */
    String expect(String name) {
        return exchange == null ? folder.resolve(name).toString() : exchange.expect(name);
    }

    /**
     * Puts a file of the folder where the target can read it.
     *
     * @return what the target calls it
     */
    String offer(Path file) {
        String name = String.valueOf(file.getFileName());
        if (exchange == null) {
            return folder.resolve(name).toString();
        }
        try {
            return exchange.offer(name, Files.readAllBytes(file));
        } catch (IOException e) {
            throw CaptureFolder.cannotRead(file, e);
        }
    }

    /**
     * Brings what the target wrote into the folder, whether the target still runs or not.
     *
     * @param name as in {@link #expect}
     * @param mostBytes how much it may be, in bytes, where it has to be copied
     * @return whether it wrote anything
     * @throws IOException if it is more, or cannot be copied
     */
    boolean fetch(String name, long mostBytes) throws IOException {
        Path file = folder.resolve(name);
        if (exchange != null) {
            return exchange.fetch(name, file, mostBytes);
        }
        return Files.exists(file) && Files.size(file) > 0;
    }

    @Override
    public void close() {
        if (exchange != null) {
            exchange.close();
        }
    }
}
