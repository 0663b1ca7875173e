package dev.loomweight.capture;

import java.time.Duration;

/**
 * Which thread dumps a capture takes, in addition to its snapshots.
 *
 * @param count how many; 0 for as many as the budget permits, for as long as the capture lasts
 * @param every the time from one dump to the next; where the number is left to the budget, the shortest. Positive
 * @param budget the share of the time for which dumps may stop the application where the number is left to the budget; over
 *     0, at most 1
 * @param print whether {@code Thread.print -l} is taken with each dump, which has the {@code java.util.concurrent} locks
 *     that platform threads own, and stops all threads while it looks for them in the heap
 */
public record DumpRequest(int count, Duration every, double budget, boolean print) {

    /** The share of the time that dumps may stop the application for, unless the user says otherwise. */
    public static final double USUAL_BUDGET = 0.005;

    /** The time between two dumps of a number, unless the user says otherwise. */
    public static final Duration USUAL_EVERY = Duration.ofSeconds(2);

    /** The shortest time between two dumps that are left to the budget, unless the user says otherwise. */
    public static final Duration SHORTEST = Duration.ofMillis(100);

    public DumpRequest {
        if (count < 0 || !every.isPositive() || !(budget > 0 && budget <= 1)) {
            throw new IllegalArgumentException(count + ", " + every + ", " + budget);
        }
    }

    /** A number of dumps, with the locks that platform threads own. */
    public static DumpRequest of(int count, Duration every) {
        return new DumpRequest(count, every, USUAL_BUDGET, true);
    }

    /** As many dumps as a budget permits, virtual threads and monitors alone. */
    public static DumpRequest sampled(double budget) {
        return new DumpRequest(0, SHORTEST, budget, false);
    }

    /** Whether the number is left to the budget. */
    public boolean isSampled() {
        return count == 0;
    }
}
