package dev.loomweight.input.recording.reader;

import dev.loomweight.sample.EventType.EventField.Meaning;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The 68 bytes that a chunk of a recording begins with, all numbers big-endian. The format is defined by HotSpot's
 * {@code jfrChunkWriter.cpp} and read by {@code jdk.jfr.internal.consumer.ChunkHeader}.
 *
 * @param offset where the chunk begins in its file, in bytes
 * @param major the format's version: 2, or 1 for Oracle JDK 7 and 8, whose format is another
 * @param size the size of the chunk, this header included, in bytes; in an unfinished chunk, up to its last flush
 * @param constantPoolOffset where the last constant pool begins, in bytes from the chunk's beginning; 0 where there is
 *     none yet
 * @param metadataOffset where the metadata begins, in bytes from the chunk's beginning; 0 where there is none yet
 * @param start when the chunk was begun
 * @param durationNanos how long it was written to, in nanoseconds
 * @param state 0 for a finished chunk; else the number of flushes, or 255 while its header is written
 * @param compressed whether integers are written with a variable length
 */
public record ChunkHeader(
        long offset,
        int major,
        long size,
        long constantPoolOffset,
        long metadataOffset,
        Start start,
        long durationNanos,
        int state,
        boolean compressed) {

    /**
     * When a chunk was begun. Chunks of one start are of one JVM.
     *
     * @param nanos in nanoseconds since 1970
     * @param ticks by the recording's clock
     * @param ticksPerSecond the speed of that clock
     */
    public record Start(long nanos, long ticks, long ticksPerSecond) {}

    /** The header's size, in bytes. */
    public static final int SIZE = 68;

    /** The offset of {@link #state} in the header, in bytes. */
    public static final int STATE_AT = 64;

    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int FEATURES_AT = 67;

    /**
     * Reads the header that begins at a place of a file, whatever its numbers are. Of a chunk that is being written, it
     * may be half of one header and half of the next: see {@link #state}.
     *
     * @param at where, in bytes from the file's beginning; not negative
     * @return null if no chunk starts there, or the file ends before its header does
     * @throws IOException if the file cannot be read
     */
    public static @Nullable ChunkHeader read(FileChannel file, long at) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE);
        // A read may give less than was asked for.
        int read = 0;
        while (read >= 0 && bytes.hasRemaining()) {
            read = file.read(bytes, at + bytes.position());
        }
        return bytes.hasRemaining() ? null : decode(bytes, at);
    }

    private static @Nullable ChunkHeader decode(ByteBuffer bytes, long offset) {
        if (bytes.getInt(0) != MAGIC) {
            return null;
        }
        return new ChunkHeader(
                offset,
                bytes.getShort(4),
                bytes.getLong(8),
                bytes.getLong(16),
                bytes.getLong(24),
                new Start(bytes.getLong(32), bytes.getLong(48), bytes.getLong(56)),
                bytes.getLong(40),
                bytes.get(STATE_AT) & 0xFF,
                (bytes.get(FEATURES_AT) & 1) != 0);
    }

    /** Where the chunk ends in its file, in bytes; a damaged header can hold any number. */
    public long end() {
        return size > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + size;
    }

    /** Whether the chunk is complete: its JVM did not die over it, and does not write it still. */
    public boolean finished() {
        return state == 0;
    }

    /** Whether the header is one of a format that is known, and not of chance bytes that look like it. */
    boolean known() {
        return isKnownVersion(major) && start.nanos > 0 && start.ticksPerSecond > 0;
    }

    /** Whether chunks of that version can be read. */
    static boolean isKnownVersion(int major) {
        return major == 2;
    }

    /** Whether the numbers of the header fit each other, so that the chunk can be read. */
    public boolean plausible() {
        return size > SIZE
                && metadataOffset >= SIZE
                && metadataOffset < size
                && constantPoolOffset >= SIZE
                && constantPoolOffset < size
                && start.ticksPerSecond > 0;
    }

    /**
     * Whether its JVM has written no more than how the chunk begins. What its events are comes with the first flush, which
     * JVMs before 14 do only at the end of the chunk.
     */
    public boolean onlyBegun() {
        return size <= SIZE && metadataOffset == 0 && constantPoolOffset == 0;
    }

    /** When the chunk ends, in nanoseconds since 1970. */
    public long endNanos() {
        return start.nanos + durationNanos;
    }

    /** When the recording's clock was at 0, in nanoseconds since 1970. */
    public long clockNanos() {
        return start.ticksPerSecond <= 0 ? 0 : start.nanos - (long) (start.ticks * (1e9 / start.ticksPerSecond));
    }

    /**
     * Whether another chunk is what the same JVM wrote next: a JVM begins a chunk at the very nanosecond at which it
     * ends the one before.
     */
    public boolean continuedBy(ChunkHeader next) {
        return next.start.nanos == endNanos() && next.start.ticksPerSecond == start.ticksPerSecond;
    }

    /** Whether the other is a header of the same chunk, earlier or later written. */
    boolean sameChunk(ChunkHeader other) {
        return start.nanos == other.start.nanos && start.ticks == other.start.ticks;
    }

    /** The header of a copy of the chunk at another place of a file. */
    public ChunkHeader movedTo(long newOffset) {
        return new ChunkHeader(
                newOffset, major, size, constantPoolOffset, metadataOffset, start, durationNanos, 0, compressed);
    }

    /**
     * Turns the ticks of one chunk into time, as {@code jdk.jfr.consumer} does: the division is done in floating point, and
     * a duration of an event is the difference of its converted ends. Readers that convert the difference of the ticks get
     * up to a nanosecond more or less.
     */
    public static final class Clock {

        private static final double NANOS_PER_SECOND = 1e9;

        private final long startTicks;
        private final long startNanos;
        private final double ticksPerNano;

        /** The clock of a chunk. */
        public Clock(ChunkHeader header) {
            startTicks = header.start.ticks;
            startNanos = header.start.nanos;
            ticksPerNano = header.start.ticksPerSecond / NANOS_PER_SECOND;
        }

        /** The time of a tick, in nanoseconds since 1970. */
        public long nanosAt(long ticks) {
            return startNanos + (long) ((ticks - startTicks) / ticksPerNano);
        }

        /** The length between two ticks, in nanoseconds. */
        public long nanosBetween(long from, long to) {
            return nanosAt(to) - nanosAt(from);
        }

        /** The time of a tick. */
        public Instant instant(long ticks) {
            long nanos = nanosAt(ticks);
            return Instant.ofEpochSecond(0, nanos);
        }

        /** What an integer field holds: an {@link Instant}, a {@link Duration}, or the number itself. */
        public Object value(long value, Meaning meaning) {
            if (meaning.isTimestamp()) {
                return timestamp(value, meaning);
            }
            if (meaning.isTimespan()) {
                return timespan(value, meaning);
            }
            return value;
        }

        /** The value of a field that is a point in time. */
        private Instant timestamp(long value, Meaning meaning) {
            if (value == Long.MIN_VALUE) {
                return Instant.MIN;
            }
            return meaning == Meaning.TIMESTAMP_MILLIS ? Instant.ofEpochMilli(value) : instant(value);
        }

        /** The value of a field that is a time span; the extremes mean no end and no beginning. */
        private Duration timespan(long value, Meaning meaning) {
            if (value == Long.MIN_VALUE) {
                return Duration.ofSeconds(Long.MIN_VALUE);
            }
            if (value == Long.MAX_VALUE) {
                return ChronoUnit.FOREVER.getDuration();
            }
            return switch (meaning) {
                case TIMESPAN_TICKS -> Duration.ofNanos((long) (value / ticksPerNano));
                case TIMESPAN_MICROS -> Duration.of(value, ChronoUnit.MICROS);
                case TIMESPAN_MILLIS -> Duration.ofMillis(value);
                case TIMESPAN_SECONDS -> Duration.ofSeconds(value);
                default -> Duration.ofNanos(value);
            };
        }
    }
}
