package dev.loomweight.sample;

import java.time.Instant;

/** Points in time as nanoseconds since 1970-01-01T00:00Z, the form in which they are stored, sorted and compared. */
public final class EpochNanos {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long MAX_SECONDS = Long.MAX_VALUE / NANOS_PER_SECOND - 1;

    private EpochNanos() {}

    /**
     * The nanoseconds since 1970, negative before. A time that 64 bits cannot hold, which is "never" or a damaged value,
     * becomes the largest number, or the smallest but one: {@link Long#MIN_VALUE} is left to mark missing values.
     */
    public static long of(Instant time) {
        long seconds = time.getEpochSecond();
        if (Math.abs(seconds) > MAX_SECONDS) {
            return seconds < 0 ? Long.MIN_VALUE + 1 : Long.MAX_VALUE;
        }
        return seconds * NANOS_PER_SECOND + time.getNano();
    }

    /** The point in time of a number of nanoseconds since 1970. */
    public static Instant toInstant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }
}
