package dev.loomweight.input.recording.reader;

import dev.loomweight.sample.EventField.Meaning;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Turns the ticks of one chunk into time, as {@code jdk.jfr.consumer} does: the division is done in floating point, and
 * a duration of an event is the difference of its converted ends. Readers that convert the difference of the ticks get
 * up to a nanosecond more or less.
 */
public final class Clock {

    private static final double NANOS_PER_SECOND = 1e9;

    private final long startTicks;
    private final long startNanos;
    private final double ticksPerNano;

    /** The clock of a chunk. */
    public Clock(ChunkHeader header) {
        startTicks = header.startTicks();
        startNanos = header.startNanos();
        ticksPerNano = header.ticksPerSecond() / NANOS_PER_SECOND;
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
