package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.sample.EventView;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** What the parts of the reader of chunks cost, by a small recording that is in memory. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ChunkBenchmark {

    private static final int INTEGERS = 100_000;

    private ChunkedFile recording = new ChunkedFile(Path.of(""), 0, List.of(), List.of());
    private byte[] chunk = new byte[0];
    private byte[] metadata = new byte[0];
    private byte[] integers = new byte[0];
    private Set<String> all = Set.of();

    /** Cuts a recording into what is measured. */
    @Setup
    public void load() throws IOException {
        Path file = Recordings.of(25, Scene.PINS);
        recording = ChunkedFile.of(file);
        RecordingChunk first = recording.chunks().getFirst();
        chunk = new byte[(int) first.length()];
        System.arraycopy(Files.readAllBytes(file), (int) first.offset(), chunk, 0, chunk.length);
        ChunkInput in = new ChunkInput(new ChunkWindows(chunk));
        in.seek(first.header().metadataOffset());
        long end = in.position() + in.readLong();
        in.skipLongs(4);
        ByteBuffer bytes = in.bytes(end - in.position());
        metadata = new byte[bytes.remaining()];
        bytes.get(metadata);
        all = Set.copyOf(parse().events().stream().map(ClassDef::name).toList());
        Random random = new Random(1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < INTEGERS; i++) {
            // As in the frames of a stack: a method of four bytes, a line of two, an index of one or two, a type of
            // one.
            long[] bounds = {1 << 27, 3000, 300, 5};
            ChunkInputTest.write(out, random.nextLong(bounds[i % bounds.length]));
        }
        integers = out.toByteArray();
    }

    private Metadata parse() {
        return MetadataParser.parse(new ChunkInput(new ChunkWindows(metadata)));
    }

    /** The metadata of a chunk, which is parsed once for all chunks that repeat it. */
    @Benchmark
    public Object metadata() {
        return parse();
    }

    /** Passing over the integers of 25,000 frames. */
    @Benchmark
    public long passingOverIntegers() {
        ChunkInput in = new ChunkInput(new ChunkWindows(integers));
        in.skipLongs(INTEGERS);
        return in.position();
    }

    /** Every event of the recording with its time, duration, thread and stack. */
    @Benchmark
    public void decodingEverything(Blackhole hole) throws IOException {
        new ChunkReader(1).read(recording, WantedEvents.reading(all), () -> event -> decode(event, hole));
    }

    private static void decode(EventView event, Blackhole hole) {
        hole.consume(event.startTime());
        hole.consume(event.durationNanos());
        hole.consume(event.has("eventThread") ? event.thread("eventThread") : null);
        hole.consume(event.stack());
    }

    /** 1,300 stacks of 44 frames that have been met before, as in every chunk but the first. */
    @Benchmark
    public void internedStacks(Interned stacks, Blackhole hole) {
        for (int[] code : stacks.codes) {
            hole.consume(stacks.table.stack(code, code.length, false));
        }
    }

    /** A table that knows its stacks. */
    @State(Scope.Thread)
    public static class Interned {
        private final StackTable table = new StackTable();
        private final int[][] codes = new int[1300][44 * StackTable.NUMBERS];

        /** Makes stacks that share most of their frames. */
        @Setup
        public void fill() {
            Random random = new Random(1);
            int type = table.type("Interpreted");
            for (int[] code : codes) {
                for (int i = 0; i < code.length; i += StackTable.NUMBERS) {
                    String name = "m" + random.nextInt(4) + "of" + i;
                    code[i] = table.method(new StackTable.Method("com/acme/Shop", name, "()V", 1));
                    code[i + 1] = random.nextInt(2000);
                    code[i + 2] = random.nextInt(200);
                    code[i + 3] = type;
                }
                table.stack(code, code.length, false);
            }
        }
    }
}
