package dev.loomweight.bench.readers;

/** Times of a recording's clock. */
final class Ticks {

    private static final double NANOS_PER_SECOND = 1e9;

    private Ticks() {}

    /**
     * A duration in nanoseconds, as the JDK converts it: divided as doubles, the fraction cut off.
     *
     * @param perSecond the speed of the chunk's clock
     */
    static long toNanos(long ticks, long perSecond) {
        return (long) (ticks / (perSecond / NANOS_PER_SECOND));
    }
}
