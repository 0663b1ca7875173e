package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.Clock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import org.openjdk.jmc.common.unit.IQuantity;

/**
 * The ticks of a chunk, which Mission Control does not keep: it converts a point in time to whole nanoseconds while it
 * reads, and keeps durations as ticks, so that the end of an event could be known to a nanosecond or two only. So it is
 * given the chunk with a clock of one tick a nanosecond that began at 0: the nanoseconds that it counts are then the
 * ticks since the chunk's beginning, exact up to 2^53. Converting them is left to {@link Clock}, by the chunk's own
 * header.
 */
final class JmcClock {

    // Where a chunk's header has its start in nanoseconds and its ticks a second.
    private static final int START_NANOS_AT = 32;
    private static final int TICKS_PER_SECOND_AT = 56;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final long startTicks;
    private final Clock clock;

    JmcClock(ChunkHeader header) {
        startTicks = header.startTicks();
        clock = new Clock(header);
    }

    /**
     * The chunk with that other clock.
     *
     * @param chunk all of its bytes
     */
    static InputStream inTicks(InputStream chunk) throws IOException {
        byte[] header = chunk.readNBytes(ChunkHeader.SIZE);
        if (header.length == ChunkHeader.SIZE) {
            ByteBuffer.wrap(header).putLong(START_NANOS_AT, 0).putLong(TICKS_PER_SECOND_AT, NANOS_PER_SECOND);
        }
        return new SequenceInputStream(new ByteArrayInputStream(header), chunk);
    }

    /** A point in time as Mission Control read it from such a chunk, in ticks. */
    long ticks(IQuantity time) {
        return startTicks + time.longValue();
    }

    /** What turns ticks into time. */
    Clock nanos() {
        return clock;
    }
}
