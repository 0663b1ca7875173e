package dev.loomweight.input.text;

import dev.loomweight.amount.Quantity;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.input.text.lines.TextFiles;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread dump of a capture's folder {@code dumps}, read as it is unpacked: there can be thousands, and each can be
 * large. The time and the cost are those of the capture's index, since texts of {@code Thread.print} have no time zone.
 */
public final class DumpSource implements Source {

    private final Path file;
    private final Origin origin;
    private final @Nullable Instant time;
    private final Quantity tookNanos;
    private final Quantity pausedNanos;
    private final boolean newest;
    private final long mostBytes;

    /**
     * A dump.
     *
     * @param file ends with {@code .json}, or with {@code .txt} for {@code Thread.print}, either with {@code .gz}
     * @param origin where it comes from
     * @param time when it was taken, or null where the index does not say
     * @param tookNanos how long it took, in nanoseconds
     * @param pausedNanos for how long all threads were stopped meanwhile, in nanoseconds
     * @param newest whether it is the newest of its capture, which is also read with equal stacks together: as what the
     *     threads do now
     * @param mostBytes what it may unpack to, in bytes
     */
    public DumpSource(
            Path file,
            Origin origin,
            @Nullable Instant time,
            Quantity tookNanos,
            Quantity pausedNanos,
            boolean newest,
            long mostBytes) {
        this.file = file;
        this.origin = origin;
        this.time = time;
        this.tookNanos = tookNanos;
        this.pausedNanos = pausedNanos;
        this.newest = newest;
        this.mostBytes = mostBytes;
    }

    @Override
    public long bytes() {
        return file.toFile().length();
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
        Interest wanted = newest ? interest : interest.without(ThreadDump.class);
        String name = String.valueOf(file.getFileName());
        TextFormat format = name.contains(".txt") ? TextFormat.THREAD_PRINT : TextFormat.THREAD_DUMP_JSON;
        if (format.samples().samples().stream().noneMatch(wanted::wants)) {
            return Coverage.of(new Coverage.OfSource(origin, time, time, 0, 0, List.of(), List.of()));
        }
        SampleSink sink = sinks.get();
        List<String> notes = new ArrayList<>();
        TextRead read = name.endsWith(".gz")
                ? TextFiles.readPacked(
                        file,
                        origin.file(),
                        mostBytes,
                        why -> notes.add(TextRead.missing(why)),
                        lines -> format.read(lines, wanted))
                : TextFiles.read(file, origin.file(), lines -> format.read(lines, wanted));
        if (read.samples().isEmpty()) {
            // The JVM can fail to write one, and others may be there.
            notes.add(DumpedThreads.EMPTY);
        }
        for (Sample sample : read.samples()) {
            if (wanted.wants(sample.getClass())) {
                sink.accept(origin, sample instanceof DumpedThreads dump ? measured(dump) : sample);
            }
        }
        notes.addAll(read.notes());
        return Coverage.of(new Coverage.OfSource(origin, time, time, 0, 0, List.of(), notes));
    }

    private DumpedThreads measured(DumpedThreads dump) {
        // Taken in the target, a JSON dump's own time is nearer to its threads.
        Instant taken = dump.kind() == DumpedThreads.Kind.JSON && dump.time() != null ? dump.time() : time;
        return new DumpedThreads(
                dump.kind(),
                taken == null ? dump.time() : taken,
                tookNanos,
                pausedNanos,
                dump.runtime(),
                dump.threads());
    }
}
