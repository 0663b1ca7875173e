package dev.loomweight.input.heap;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Supplier;
import shark.CloseableHeapGraph;
import shark.FileSourceProvider;
import shark.HprofHeader;
import shark.HprofHeapGraph;
import shark.HprofRecordTag;

/**
 * A heap dump of a JVM ({@code GC.heap_dump}, hprof). Only who asks for {@link LockOwners} pays for it: it is read once to
 * find its objects, which takes 8 to 20 bytes of memory for each, and once more where the objects of interest are.
 */
public final class HeapSource implements Source {

    private static final String MAGIC = "JAVA PROFILE ";

    private final Path file;
    private final Origin origin;

    /**
     * A heap dump.
     *
     * @param file the file, not compressed
     * @param origin the process as reports call it, and the file's name in messages
     */
    public HeapSource(Path file, Origin origin) {
        this.file = file;
        this.origin = origin;
    }

    /** Whether bytes, at least 13, begin as heap dumps do. */
    public static boolean isHeapDump(byte[] start) {
        return new String(start, StandardCharsets.ISO_8859_1).startsWith(MAGIC);
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public long bytes() {
        return file.toFile().length();
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
        if (!interest.wants(LockOwners.class)) {
            throw new DataException(origin.file() + ": this is a heap dump, of which only the owners of locks are read:"
                    + " loomweight hang DUMP --heap FILE; for its memory use jcmd PID GC.class_histogram");
        }
        try {
            HprofHeader header = HprofHeader.Companion.parseHeaderOf(file.toFile());
            Instant time = Instant.ofEpochMilli(header.getHeapDumpTimestamp());
            try (CloseableHeapGraph graph = HprofHeapGraph.Companion.openHeapGraph(
                    new FileSourceProvider(file.toFile()), null, EnumSet.noneOf(HprofRecordTag.class))) {
                sinks.get().accept(origin, new HeapLocks(graph).read());
            }
            return Coverage.of(new Coverage.OfSource(origin, time, time, 0, 0, List.of(), List.of()));
        } catch (DataException e) {
            throw new DataException(
                    origin.file() + ": this heap dump is truncated or damaged, or not of a JVM: " + e.getMessage()
                            + "; take another with jcmd PID GC.heap_dump",
                    e);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // The library reads damaged counts, lengths and references as they are, and fails by any exception.
            throw new DataException(
                    origin.file() + ": this heap dump is truncated or damaged; take another with jcmd PID GC.heap_dump",
                    e);
        }
    }
}
