package dev.loomweight.input.heap;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A heap dump of a JVM ({@code GC.heap_dump}, hprof). Only who asks for {@link LockOwners} or {@link WeighedThreads} pays for
 * it: it is passed over four times to find its objects, which takes 16 bytes of memory for each; what threads hold takes 6
 * more, and a walk along the references of all. Where a ThreadLocal that holds much is in no static field, the path to it
 * takes 8 more for a time, and one more walk.
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
        boolean owners = interest.wants(LockOwners.class);
        boolean weights = interest.wants(WeighedThreads.class);
        if (!owners && !weights) {
            if (origin.moment() != null) {
                // A part of a capture, which has the answer elsewhere.
                return Coverage.of(new Coverage.OfSource(origin, null, null, 0, 0, List.of(), List.of()));
            }
            throw new DataException(
                    origin.file() + ": this is a heap dump, of which only the weights of threads and the"
                            + " owners of locks are read: loomweight threads --weight --heap FILE, loomweight hang DUMP --heap"
                            + " FILE; for its memory use jcmd PID GC.class_histogram");
        }
        try {
            HprofFile hprof = new HprofFile(file);
            HprofRecords records = new HprofRecords(hprof);
            HeapTypes types = new HeapTypes(hprof, records);
            HeapStacks stacks = new HeapStacks(hprof, types);
            records.accept(stacks);
            HeapObjects objects = new HeapObjects(hprof, records, types);
            SampleSink sink = sinks.get();
            if (owners) {
                sink.accept(origin, new HeapLocks(objects, types).read(hprof.time()));
            }
            if (weights) {
                sink.accept(origin, new HeapWeights(objects, types, stacks).read(hprof.time()));
            }
            return Coverage.of(new Coverage.OfSource(origin, hprof.time(), hprof.time(), 0, 0, List.of(), List.of()));
        } catch (DataException e) {
            throw new DataException(
                    origin.file() + ": this heap dump is truncated or damaged, or not of a JVM: " + e.getMessage()
                            + "; take another with jcmd PID GC.heap_dump",
                    e);
        } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException | NegativeArraySizeException e) {
            // Damaged counts and lengths are used as they are.
            throw new DataException(
                    origin.file() + ": this heap dump is truncated or damaged; take another with jcmd PID GC.heap_dump",
                    e);
        }
    }
}
