package dev.loomweight.capture;

import java.time.Duration;

/**
 * Which thread dumps a capture takes, in addition to its snapshots.
 *
 * @param count how many; 0 for as many as the budget permits, for as long as the capture lasts
 * @param every the time from one dump to the next; where the number is left to the budget, the shortest. Positive
 * @param budget the share of the time for which dumps may stop the application where the number is left to the budget; over
 *     0, at most 1
 * @param print what is taken of {@code Thread.print} with each dump; where their number is left to the budget, with the first
 *     {@value #USUAL_COUNT} that are {@link #USUAL_EVERY} apart, which is enough to see what does not move
 */
public record DumpRequest(int count, Duration every, double budget, Print print) {

    /** What is taken of {@code Thread.print}. */
    public enum Print {
        /** Nothing: it stops all threads, which the dump of all threads does not. */
        NONE(""),
        /** What platform threads hold and wait for, the processor time of each, and on JDK 21 who waits for a class. */
        THREADS("Thread.print"),
        /**
         * In addition the {@code java.util.concurrent} locks that platform threads own. All threads are stopped while the
         * JVM looks for them in the whole heap, so a capture takes that with its first dump alone.
         */
        OWNED_LOCKS("Thread.print -l");

        private final String command;

        Print(String command) {
            this.command = command;
        }

        /** The diagnostic command, or an empty text. */
        String command() {
            return command;
        }

        /** What is taken with the dumps after the first. */
        Print later() {
            return this == OWNED_LOCKS ? THREADS : this;
        }
    }

    /** The share of the time that dumps may stop the application for, unless the user says otherwise. */
    public static final double USUAL_BUDGET = 0.005;

    /** How many dumps are taken to see what does not move, unless the user says otherwise. */
    public static final int USUAL_COUNT = 3;

    /** The time between two dumps of a number, unless the user says otherwise. */
    public static final Duration USUAL_EVERY = Duration.ofSeconds(2);

    /** The shortest time between two dumps that are left to the budget, unless the user says otherwise. */
    public static final Duration SHORTEST = Duration.ofMillis(100);

    public DumpRequest {
        if (count < 0 || !every.isPositive() || !(budget > 0 && budget <= 1)) {
            throw new IllegalArgumentException(count + ", " + every + ", " + budget);
        }
    }

    /** A number of dumps, with {@code Thread.print}. */
    public static DumpRequest of(int count, Duration every) {
        return new DumpRequest(count, every, USUAL_BUDGET, Print.OWNED_LOCKS);
    }

    /** As many dumps as a budget permits, virtual threads and monitors alone. */
    public static DumpRequest sampled(double budget) {
        return new DumpRequest(0, SHORTEST, budget, Print.NONE);
    }

    /** As many dumps as a budget permits, and what also shows who does not move and why. */
    public static DumpRequest looking(double budget) {
        return new DumpRequest(0, SHORTEST, budget, Print.OWNED_LOCKS);
    }

    /** How many of those that are left to the budget are to show what does not move, whatever they cost. */
    int needed() {
        return isSampled() && print != Print.NONE ? USUAL_COUNT : 0;
    }

    /** Whether the number is left to the budget. */
    public boolean isSampled() {
        return count == 0;
    }
}
