package dev.loomweight.pinning;

import dev.loomweight.scheduler.Occupancy;
import dev.loomweight.scheduler.Steps;

/**
 * Which part of the time of its carriers the pins of one process took: 0 to 1. The carriers are at least as many as the
 * scheduler runs at once, and those that pins held beyond.
 *
 * @param least the least that it can be; equal to {@code most} where the number of carriers is known
 * @param most the most that it can be
 * @param fewest the most carriers that pins and waits held at once
 * @param carriers the most carriers that there can have been at a time; {@link Steps#UNBOUNDED} where that is not known
 */
record Shares(double least, double most, long fewest, long carriers) {

    /**
     * The part of the time that was recorded.
     *
     * @param process its number of carriers is known
     */
    static Shares of(PinSummary.OfProcess process) {
        Occupancy.Time time = process.held().time();
        double pinned = process.total().nanos();
        return new Shares(
                part(pinned, time.mostNanos()), part(pinned, time.leastNanos()), process.held().most(), time.most());
    }

    // Times of damaged recordings can be too long for a number.
    private static double part(double nanos, double of) {
        return Math.min(1, nanos / of);
    }

    /** Whether it is known how many carriers there can have been. */
    boolean isBounded() {
        return carriers != Steps.UNBOUNDED;
    }
}
