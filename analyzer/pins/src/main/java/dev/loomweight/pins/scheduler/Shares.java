package dev.loomweight.pins.scheduler;

/**
 * Which part of the time of its carriers the pins of one process took: 0 to 1. The carriers are at least as many as the
 * scheduler runs at once, and those that pins held beyond.
 *
 * @param least the least that it can be; equal to {@code most} where the number of carriers is known
 * @param most the most that it can be
 * @param fewest the most carriers that pins and waits held at once
 * @param carriers the most carriers that there can have been at a time; {@link Steps#UNBOUNDED} where that is not known
 */
public record Shares(double least, double most, long fewest, long carriers) {

    /**
     * The part of the time that was recorded.
     *
     * @param held what pins did to the carriers, whose number is known
     * @param pinnedNanos how long all pins were together, in nanoseconds
     */
    public static Shares of(HeldCarriers<?> held, long pinnedNanos) {
        Occupancy.Time time = held.time();
        double pinned = pinnedNanos;
        return new Shares(part(pinned, time.mostNanos()), part(pinned, time.leastNanos()), held.most(), time.most());
    }

    // Times of damaged recordings can be too long for a number.
    private static double part(double nanos, double of) {
        return Math.min(1, nanos / of);
    }

    /** Whether it is known how many carriers there can have been. */
    public boolean isBounded() {
        return carriers != Steps.UNBOUNDED;
    }
}
