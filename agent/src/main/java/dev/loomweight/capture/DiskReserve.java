package dev.loomweight.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Space that a capture holds back: given up when the disk is nearly full, so that the last chunk can be finished even
 * where others take the rest faster than it can be seen.
 */
public final class DiskReserve {

    private static final String NAME = "reserve";
    private static final int BLOCKS = 8;
    private static final int BLOCK_BYTES = 1 << 20;

    private final Path file;

    private DiskReserve(Path file) {
        this.file = file;
    }

    /**
     * Takes 8 MB of the capture's disk.
     *
     * @throws DataException if it has no more
     */
    public static DiskReserve in(CaptureFolder capture) {
        Path file = capture.resolve(NAME);
        // Written, since a hole takes no space.
        byte[] block = new byte[BLOCK_BYTES];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < BLOCKS; i++) {
                out.write(block);
            }
        } catch (IOException e) {
            file.toFile().delete();
            throw CaptureFolder.cannotWrite(file, e);
        }
        return new DiskReserve(file);
    }

    /** Gives it up. */
    public void release() {
        file.toFile().delete();
    }
}
