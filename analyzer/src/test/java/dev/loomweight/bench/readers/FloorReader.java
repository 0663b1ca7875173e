package dev.loomweight.bench.readers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The least that a reader must do, over a memory-mapped file: step from event to event by their headers, and, if asked,
 * decode the pins' times and stack numbers and touch every byte of the checkpoints. No name is resolved: a bound, not an
 * answer.
 */
public final class FloorReader {

    private static final int HEADER_SIZE = 68;
    private static final int SIZE_AT = 8;
    private static final int METADATA_AT = 24;
    private static final int TICKS_PER_SECOND_AT = 56;
    private static final long CHECKPOINT = 1;

    /** How much of a recording is looked at, each with all that stands before it. */
    enum Part {
        HEADERS,
        CHECKPOINTS,
        PINS
    }

    private record Chunk(long offset, long size) {}

    private final FileChannel channel;
    private final List<Chunk> chunks;
    private final Part part;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong pins = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong touched = new AtomicLong();

    private FloorReader(FileChannel channel, Part part) throws IOException {
        this.channel = channel;
        this.chunks = chunks(channel);
        this.part = part;
    }

    /**
     * Reads the recording {@code args[0]} with {@code args[1]} threads, and prints what it counted. {@code args[2]} may
     * be {@code checkpoints}, to touch their bytes, or {@code pins}, to decode pins too.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Part part = args.length > 2 ? Part.valueOf(args[2].toUpperCase(Locale.ROOT)) : Part.HEADERS;
        System.out.println(answer(Path.of(args[0]), Integer.parseInt(args[1]), part));
    }

    static String answer(Path recording, int threadCount, Part part) throws IOException, InterruptedException {
        try (FileChannel channel = FileChannel.open(recording)) {
            FloorReader reader = new FloorReader(channel, part);
            List<Thread> threads = new ArrayList<>();
            for (int i = 1; i < threadCount; i++) {
                threads.add(Thread.ofPlatform().start(reader::work));
            }
            reader.work();
            for (Thread thread : threads) {
                thread.join();
            }
            return reader.answer();
        }
    }

    private String answer() {
        String decoded = part == Part.PINS ? "pins " + pins + " nanos " + nanos : "pins - nanos -";
        return decoded + " sites - stacks - events " + events + " sum " + touched;
    }

    private static List<Chunk> chunks(FileChannel channel) throws IOException {
        List<Chunk> chunks = new ArrayList<>();
        long offset = 0;
        while (offset < channel.size()) {
            long size = channel.map(MapMode.READ_ONLY, offset, HEADER_SIZE).getLong(SIZE_AT);
            if (size <= HEADER_SIZE) {
                throw new IOException("no whole chunk begins at byte " + offset);
            }
            chunks.add(new Chunk(offset, size));
            offset += size;
        }
        return chunks;
    }

    private void work() {
        for (int i = taken.getAndIncrement(); i < chunks.size(); i = taken.getAndIncrement()) {
            try {
                Chunk chunk = chunks.get(i);
                walk(channel.map(MapMode.READ_ONLY, chunk.offset(), chunk.size()));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void walk(ByteBuffer chunk) {
        Bytes in = new Bytes(chunk);
        long pinned = part == Part.PINS ? PinnedType.in(in, (int) chunk.getLong(METADATA_AT)) : -1;
        long ticksPerSecond = chunk.getLong(TICKS_PER_SECOND_AT);
        long seen = 0;
        long found = 0;
        long sumNanos = 0;
        long sum = 0;
        int end;
        for (int at = HEADER_SIZE; at < chunk.limit(); at = end) {
            in.go(at);
            end = at + in.varint();
            long type = in.varlong();
            seen++;
            if (type == pinned) {
                in.varlong();
                sumNanos += Ticks.toNanos(in.varlong(), ticksPerSecond);
                in.varlong();
                sum += in.varlong();
                found++;
            } else if (part != Part.HEADERS && type == CHECKPOINT) {
                sum += in.sumUpTo(end);
            }
        }
        events.addAndGet(seen);
        pins.addAndGet(found);
        nanos.addAndGet(sumNanos);
        touched.addAndGet(sum);
    }
}
