package dev.loomweight.samples.memory;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of 150 MB, mapped and read through, as search indexes and message logs are. All of it counts as resident, though
 * it is page cache that the kernel can drop at any time; no figure of the JVM has it.
 */
public final class MappedFile {

    private static final long FILE_BYTES = 150L << 20;
    private static final int PAGE_BYTES = 4096;

    private MappedFile() {}

    /**
     * Plays the sample.
     *
     * @param args none
     * @throws Exception if the file cannot be made, or the cues cannot be read
     */
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("large-mapped-", ".index");
        file.toFile().deleteOnExit();
        Stage.play(() -> map(file));
    }

    private static MappedByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer buffer = channel.map(MapMode.READ_WRITE, 0, FILE_BYTES);
            for (int at = 0; at < FILE_BYTES; at += PAGE_BYTES) {
                buffer.put(at, (byte) 1);
            }
            return buffer.force();
        }
    }
}
