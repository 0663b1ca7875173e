package dev.loomweight.fleet;

import dev.loomweight.bench.recording.ChunkWriter;
import dev.loomweight.bench.recording.FieldBytes;
import dev.loomweight.bench.recording.MetadataText;
import dev.loomweight.bench.recording.PinChunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * A recording of a few kilobytes that is written by hand, so that every figure of it is known. Its sites are methods {@code
 * site1}, {@code site2} ... of {@code com.acme.Shop}.
 */
public final class MadeRecording {

    private static final int RESIDENT = 110;
    private static final int CONTAINER = 111;
    private static final int USAGE = 112;
    private static final int STATE_AT = 64;
    private static final int START_AT = 32;
    private static final int DURATION_AT = 40;
    private static final int MAX_SITES = 9;
    private static final int NANOS_OF_A_START = 1_000_000;

    private long startNanos = ChunkWriter.START;
    private long durationNanos = 60_000_000_000L;
    private final Map<Integer, int[]> pins = new TreeMap<>();
    private long residentBytes;
    private long limitBytes;
    private int carriers;
    private long chargedBytes;
    private int flushes;
    private boolean settings = true;
    private boolean on = true;

    /** When it began, in nanoseconds since 1970, to a millisecond, and how long it lasted, in nanoseconds. */
    public MadeRecording at(long start, long duration) {
        startNanos = start;
        durationNanos = duration;
        return this;
    }

    /** Pins of a site, from 1 to 9: how many, and how long each, in milliseconds. */
    public MadeRecording pins(int site, int count, int millis) {
        pins.put(site, new int[] {count, millis});
        return this;
    }

    /** Resident memory, in bytes. */
    public MadeRecording resident(long bytes) {
        residentBytes = bytes;
        return this;
    }

    /** What the kernel charges to the container, in bytes. */
    public MadeRecording charged(long bytes) {
        chargedBytes = bytes;
        return this;
    }

    /** Its JVM was killed: the last chunk is as it was at the last flush. */
    public MadeRecording killed() {
        flushes = 3;
        return this;
    }

    /** The container: its memory limit, in bytes, and its processors. */
    public MadeRecording container(long limit, int processors) {
        limitBytes = limit;
        carriers = processors;
        return this;
    }

    /** Pinning was switched off. */
    public MadeRecording off() {
        on = false;
        return this;
    }

    /** It does not say what was switched on. */
    public MadeRecording withoutSettings() {
        settings = false;
        return this;
    }

    private static MetadataText types() {
        MetadataText types = PinChunk.metadata();
        PinChunk.event(types, RESIDENT, "jdk.ResidentSetSize")
                .also(event -> event.field("size", PinChunk.LONG))
                .also(event -> event.field("peak", PinChunk.LONG));
        PinChunk.event(types, CONTAINER, "jdk.ContainerConfiguration")
                .also(event -> event.field("memoryLimit", PinChunk.LONG))
                .also(event -> event.field("effectiveCpuCount", PinChunk.LONG));
        PinChunk.event(types, USAGE, "jdk.ContainerMemoryUsage")
                .also(event -> event.field("memoryUsage", PinChunk.LONG))
                .also(event -> event.field("memoryFailCount", PinChunk.LONG));
        return types;
    }

    /** Writes it, with the folders around it. */
    public Path write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        try (PinChunk chunk = new PinChunk(file, types())) {
            if (settings && on) {
                chunk.settings();
            } else if (settings) {
                chunk.writer()
                        .event(
                                PinChunk.SETTING,
                                new FieldBytes()
                                        .number(ChunkWriter.START)
                                        .number(PinChunk.PIN)
                                        .text("enabled")
                                        .text("false"));
            }
            if (limitBytes > 0) {
                chunk.writer()
                        .event(
                                CONTAINER,
                                new FieldBytes()
                                        .number(ChunkWriter.START)
                                        .number(limitBytes)
                                        .number(carriers));
            }
            if (residentBytes > 0) {
                chunk.writer()
                        .event(
                                RESIDENT,
                                new FieldBytes()
                                        .number(ChunkWriter.START + 1)
                                        .number(residentBytes)
                                        .number(residentBytes));
            }
            if (chargedBytes > 0) {
                chunk.writer()
                        .event(
                                USAGE,
                                new FieldBytes()
                                        .number(ChunkWriter.START + 1)
                                        .number(chargedBytes)
                                        .number(0));
            }
            long at = 0;
            for (Map.Entry<Integer, int[]> site : pins.entrySet()) {
                for (int i = 0; i < site.getValue()[0]; i++) {
                    long nanos = site.getValue()[1] * 1_000_000L;
                    chunk.pin(at, nanos, 1 + i % 3, site.getKey());
                    at += nanos + 1000;
                }
            }
            chunk.stacks(MAX_SITES);
            chunk.threads(1, 3);
        }
        // No two JVMs begin a chunk at one nanosecond: what does is a copy.
        int names = file.getNameCount();
        String name = file.subpath(Math.max(0, names - 2), names).toString();
        long start = startNanos + Math.floorMod(name.hashCode(), NANOS_OF_A_START);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(Long.BYTES).putLong(start).flip(), START_AT);
            channel.write(ByteBuffer.allocate(Long.BYTES).putLong(durationNanos).flip(), DURATION_AT);
        }
        if (flushes > 0) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(1).put((byte) flushes).flip(), STATE_AT);
            }
        }
        return file;
    }
}
