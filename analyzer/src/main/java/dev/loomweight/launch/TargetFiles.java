package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a target writes files for this program and reads what it is given: in the capture itself, or, where the target
 * runs in a container or as another user and so cannot write there, by an {@link ExchangeFolder}.
 */
final class TargetFiles implements Closeable {

    private final CaptureFolder capture;
    private final @Nullable ExchangeFolder exchange;

    private TargetFiles(CaptureFolder capture, @Nullable ExchangeFolder exchange) {
        this.capture = capture;
        this.exchange = exchange;
    }

    /**
     * Finds the place, and makes it where it must be made.
     *
     * @throws DataException if the target's {@code /tmp} cannot be written to
     */
    static TargetFiles create(long pid, CaptureFolder capture) {
        return new TargetFiles(capture, new ProcFiles(pid).isForeign() ? ExchangeFolder.create(pid) : null);
    }

    /** What the target calls a file of the capture that it is to write. */
    String expect(String name) {
        return exchange == null ? inCapture(name) : exchange.expect(name);
    }

    /**
     * Puts a file of the capture where the target can read it.
     *
     * @return what the target calls it
     */
    String offer(Path file) {
        String name = String.valueOf(file.getFileName());
        if (exchange == null) {
            return inCapture(name);
        }
        try {
            return exchange.offer(name, Files.readAllBytes(file));
        } catch (IOException e) {
            throw CaptureFolder.cannotRead(file, e);
        }
    }

    private String inCapture(String name) {
        return capture.resolve(name).toAbsolutePath().toString();
    }

    /**
     * Brings what the target wrote into the capture, whether the target still runs or not.
     *
     * @param name as in {@link #expect}
     * @param mostBytes how much it may be, in bytes
     * @throws IOException if it is more, or cannot be copied
     */
    void fetch(String name, long mostBytes) throws IOException {
        if (exchange != null) {
            exchange.fetch(name, capture.resolve(name), mostBytes);
        }
    }

    @Override
    public void close() {
        if (exchange != null) {
            exchange.close();
        }
    }
}
