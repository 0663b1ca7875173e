package dev.loomweight.times;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code carriers.txt} while it is written: one write for each interval, so that what a kill leaves is complete up to the
 * last one. When it has grown to its limit, each two neighbouring intervals become one, and those that follow are twice
 * as long: the file stays small however long the process lives. Used by one thread.
 */
final class CarrierFile implements CarrierSink {

    /** Half of the file is left after merging; with two carriers, an hour in intervals of a second. */
    static final long MAX_BYTES = 1L << 20;

    /** Fewer intervals are not merged, however many carriers there are. */
    private static final int FEWEST = 16;

    private final Path file;
    private final long mostBytes;
    private @Nullable FileChannel channel;
    private long intervals;
    private long merges;

    /**
     * Prepares it; it is created with its first interval.
     *
     * @param mostBytes how large it becomes
     */
    CarrierFile(Path file, long mostBytes) {
        this.file = file;
        this.mostBytes = mostBytes;
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public long intervalsInOne() {
        return 1L << Math.min(merges, 30);
    }

    /**
     * Adds an interval.
     *
     * @throws IOException if it exists already before the first, or cannot be written; it stays as far as it was
     */
    @Override
    public void add(CarrierInterval interval) throws IOException {
        FileChannel open = channel;
        if (open == null) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            open = replace(List.of(interval));
            channel = open;
        } else {
            write(open, CarrierText.write(interval));
        }
        intervals++;
        if (open.position() > mostBytes && intervals >= FEWEST) {
            merge(open);
        }
    }

    private void merge(FileChannel open) throws IOException {
        CarrierText reader = new CarrierText();
        List<CarrierInterval> merged = new ArrayList<>();
        CarrierInterval first = null;
        for (String line : Files.readAllLines(file)) {
            CarrierInterval read = reader.line(line);
            if (read != null && first != null) {
                merged.add(first.plus(read));
                first = null;
            } else if (read != null) {
                first = read;
            }
        }
        if (first != null) {
            merged.add(first);
        }
        open.close();
        channel = replace(merged);
        intervals = merged.size();
        merges++;
    }

    /** A reader finds the old file or the new one, never half of one. */
    private FileChannel replace(List<CarrierInterval> content) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.deleteIfExists(next);
        FileChannel written = create(next);
        try {
            write(written, CarrierText.HEADER);
            for (CarrierInterval interval : content) {
                write(written, CarrierText.write(interval));
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            return written;
        } catch (IOException e) {
            written.close();
            Files.deleteIfExists(next);
            throw e;
        }
    }

    private static void write(FileChannel to, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            int unused = to.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
