package dev.loomweight.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A disk of 64 MB of its own. Where none can be mounted, the disk that there is, with so much to be left free that
 * what is written soon fills it.
 */
public final class SmallDisk implements AutoCloseable {

    private static final long MARGIN_MB = 256;

    private final Path path;
    private final boolean mounted;
    private final long minFreeMegabytes;

    private SmallDisk(Path path, boolean mounted, long minFreeMegabytes) {
        this.path = path;
        this.mounted = mounted;
        this.minFreeMegabytes = minFreeMegabytes;
    }

    public static SmallDisk of(Path folder) throws Exception {
        Path path = Files.createDirectory(folder.resolve("disk"));
        if (run("mount", "-t", "tmpfs", "-o", "size=64m", "none", path.toString())) {
            return new SmallDisk(path, true, 24);
        }
        long free = Files.getFileStore(path).getUsableSpace() >> 20;
        return new SmallDisk(path, false, Math.max(1, free - MARGIN_MB));
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether it is one of its own, which can be filled without harm to others. */
    public boolean isMounted() {
        return mounted;
    }

    public Path path() {
        return path;
    }

    public long minFreeMegabytes() {
        return minFreeMegabytes;
    }

    /** Fills it until so many MB are left, or to the last byte. */
    public void fill(long leftMegabytes) throws IOException {
        byte[] block = new byte[1 << 20];
        try (OutputStream out =
                Files.newOutputStream(path.resolve("filling"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (Files.getFileStore(path).getUsableSpace() >> 20 > leftMegabytes) {
                out.write(block);
            }
            if (leftMegabytes == 0) {
                out.write(block);
            }
        } catch (IOException e) {
            if (leftMegabytes > 0) {
                throw e;
            }
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path.resolve("filling"));
        if (mounted) {
            try {
                // Lazily: this JVM still maps the recordings that it has read.
                run("umount", "-l", path.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
