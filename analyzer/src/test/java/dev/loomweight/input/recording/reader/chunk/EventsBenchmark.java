package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.input.recording.reader.chunk.Metadata.MetadataCache;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What one event of a chunk costs that is in memory, and whose checkpoints are known: the secondary results are per event,
 * pin or thread. A walk for pins passes over all other events as well.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventsBenchmark {

    private static final int CHUNKS = 80;

    /** A recording of many virtual threads; by default a small one. */
    @Param("")
    public String recording = "";

    private @Nullable ChunkPass pass;
    private long events;
    private final PinAnalysis analysis = new PinAnalysis();
    private Pins folded = analysis.fold().empty();
    private int chunks;

    /** How many of what is measured one invocation passes. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Passed {
        /** Events that are only counted. */
        public long events;

        /** Pins. */
        public long pins;

        /** Threads of pins, each once. */
        public long threads;
    }

    /** Reads the first chunk once. */
    @Setup
    public void load() throws IOException {
        Path file = recording.isEmpty()
                ? Recordings.all().stream()
                        .filter(one -> one.endsWith("25/shape-everything.jfr"))
                        .findFirst()
                        .orElseThrow()
                : Path.of(recording);
        RecordingChunk chunk = ChunkedFile.of(file).chunks().getFirst();
        try (FileChannel channel = FileChannel.open(file)) {
            ChunkWindows windows = new ChunkWindows(
                    channel, chunk.offset(), chunk.length(), ChunkWindows.STRIDE, new ChunkWindows.Store());
            Metadata metadata = Objects.requireNonNull(new MetadataCache().of(chunk, windows));
            ChunkPass first = new ChunkPass(
                    chunk, windows, metadata, WantedEvents.reading(Set.of(Pin.EVENT)), new ConstantPools.Tables());
            first.run(event -> {}, new Constants.Kept(new StackTable()));
            pass = first;
            ChunkPass counting =
                    new ChunkPass(chunk, windows, metadata, WantedEvents.counting(), new ConstantPools.Tables());
            counting.run(event -> {}, new Constants.Kept(new StackTable()));
            Map<String, Long> counts = new HashMap<>();
            counting.addCounts(counts);
            events = counts.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private void walk(EventSink sink, String type) {
        Objects.requireNonNull(pass).walkAgain(sink, Set.of(type));
    }

    /** Every event but the pins, which are handed over unread. */
    @Benchmark
    public void counting(Passed passed, Blackhole hole) {
        walk(hole::consume, Pin.EVENT);
        passed.events += events;
    }

    /** Every pin as a sample, taken in by an analysis that gets as many chunks as a GB has. */
    @Benchmark
    public Object pins(Passed passed) {
        if (chunks++ % CHUNKS == 0) {
            folded = analysis.fold().empty();
        }
        Pins into = folded;
        Origin origin = new Origin("app", null, "app.jfr", Instrument.JFR);
        EventKind<?> kind = Objects.requireNonNull(EventKind.of(Pin.EVENT));
        Function<EventView, ? extends @Nullable Sample> decoder =
                kind.decoderFor(analysis.fold().interest());
        walk(
                event -> {
                    analysis.fold().add(into, origin, Objects.requireNonNull(decoder.apply(event)));
                    passed.pins++;
                },
                Pin.EVENT);
        return into;
    }

    /** The thread of every pin, which mostly has no other. */
    @Benchmark
    public void threads(Passed passed, Blackhole hole) {
        walk(
                event -> {
                    hole.consume(event.oneOfMany("eventThread"));
                    passed.threads++;
                },
                Pin.EVENT);
    }
}
