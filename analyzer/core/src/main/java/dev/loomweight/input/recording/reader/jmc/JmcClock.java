package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkHeader.Clock;
import dev.loomweight.sample.EventType.EventField.Meaning;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IUnit;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.LabeledIdentifier;

/**
 * The ticks of a chunk, and the numbers of Mission Control, most of which are quantities with a unit.
 *
 * <p>Mission Control converts a point in time to nanoseconds while it reads and keeps durations as ticks, so the end of
 * an event could be wrong by a nanosecond or two. {@link #inTicks} therefore gives it the chunk with a clock of one tick
 * a nanosecond that starts at 0: what it then takes for nanoseconds are the ticks since the chunk's start, exact up to
 * 2^53. {@link Clock} converts them with the chunk's own header.
 */
final class JmcClock {

    // Where a chunk's header has its start in nanoseconds and its ticks per second.
    private static final int START_NANOS_AT = 32;
    private static final int TICKS_PER_SECOND_AT = 56;

    private static final Map<IUnit, Meaning> UNITS = Map.of(
            UnitLookup.EPOCH_NS, Meaning.TIMESTAMP_TICKS,
            UnitLookup.EPOCH_MS, Meaning.TIMESTAMP_MILLIS,
            UnitLookup.NANOSECOND, Meaning.TIMESPAN_NANOS,
            UnitLookup.MILLISECOND, Meaning.TIMESPAN_MILLIS,
            UnitLookup.SECOND, Meaning.TIMESPAN_SECONDS);

    private final long startTicks;
    private final Clock clock;

    JmcClock(ChunkHeader header) {
        startTicks = header.start().ticks();
        clock = new Clock(header);
    }

    /** The bytes of a chunk with a clock of one tick a nanosecond. */
    static InputStream inTicks(InputStream chunk) throws IOException {
        byte[] header = chunk.readNBytes(ChunkHeader.SIZE);
        ByteBuffer.wrap(header).putLong(START_NANOS_AT, 0).putLong(TICKS_PER_SECOND_AT, 1_000_000_000);
        return new SequenceInputStream(new ByteArrayInputStream(header), chunk);
    }

    /** Converts ticks to time. */
    Clock nanos() {
        return clock;
    }

    /**
     * A number as it is recorded, in the unit of its field; a point in time in ticks.
     *
     * @throws IllegalArgumentException if the value is not a number
     */
    Number number(@Nullable Object value) {
        return switch (value) {
            case IQuantity time
            when time.getUnit().equals(UnitLookup.EPOCH_NS) -> (Long) (startTicks + time.longValue());
            case IQuantity quantity -> quantity.numberValue();
            case Number number -> number;
            case LabeledIdentifier identifier -> (Long) identifier.getImplementationId();
            case null, default -> throw new IllegalArgumentException("not a number: " + value);
        };
    }

    /** A number as {@link dev.loomweight.sample.EventView#value} has it: a time, a fraction or an integer. */
    Object value(Object value) {
        Number number = number(value);
        return number instanceof Double || number instanceof Float
                ? number.doubleValue()
                : clock.value(number.longValue(), meaning(value));
    }

    private static Meaning meaning(Object value) {
        if (!(value instanceof IQuantity quantity)) {
            return Meaning.PLAIN;
        }
        // The one unit of time that the parser makes itself, for each chunk, is the tick.
        boolean span = quantity.getUnit().getContentType().equals(UnitLookup.TIMESPAN);
        return UNITS.getOrDefault(quantity.getUnit(), span ? Meaning.TIMESPAN_TICKS : Meaning.PLAIN);
    }
}
