package dev.loomweight.pinning;

import dev.loomweight.scheduler.Occupancy;
import dev.loomweight.scheduler.Steps;
import java.time.Duration;

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
     * The part of a stretch of time.
     *
     * @param process its number of carriers is known
     * @param fromNanos when it begins, in nanoseconds since 1970
     * @param span how long it is; positive
     */
    static Shares of(PinSummary.OfProcess process, long fromNanos, Duration span) {
        Occupancy occupancy = process.occupancy();
        Occupancy.Time time = occupancy.time(fromNanos, fromNanos + span.toNanos());
        double pinned = process.total().nanos();
        return new Shares(
                part(pinned, time.mostNanos()), part(pinned, time.leastNanos()), occupancy.mostHeld(), time.most());
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
