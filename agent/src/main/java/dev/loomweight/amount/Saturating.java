package dev.loomweight.amount;

/** Sums that do not overflow: one beyond the range of a long (of nanoseconds, 292 years) is the largest long. */
public final class Saturating {

    private Saturating() {}

    /**
     * The sum of two numbers; the same in whatever order several are added.
     *
     * @param one not negative
     * @param other not negative
     */
    public static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
