package dev.loomweight.memory.threadcost.site;

/**
 * What threads weigh together, in bytes.
 *
 * @param threads how many
 * @param own their objects, and the continuations of virtual ones; {@link #UNKNOWN} without a heap dump
 * @param stackLeast their stacks, at least: stack chunks of virtual threads, resident stacks of platform threads
 * @param stackMost the same, at most; equal where it was measured
 * @param locals what hangs on their thread-locals alone; {@link #UNKNOWN} without a heap dump
 * @param held what hangs on their stacks and tasks alone; {@link #UNKNOWN} without a heap dump
 */
record Weight(long threads, long own, long stackLeast, long stackMost, long locals, long held) {

    /** Stands for an amount that the inputs do not have. */
    static final long UNKNOWN = -1;

    static final Weight NONE = new Weight(0, 0, 0, 0, 0, 0);

    /** Threads of which only the number is known, and nothing of their memory. */
    static Weight ofNumber(long threads) {
        return new Weight(threads, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
    }

    /** Threads of which the stacks are between two amounts, and nothing else is known. */
    static Weight ofStacks(long threads, long least, long most) {
        return new Weight(threads, UNKNOWN, least, most, UNKNOWN, UNKNOWN);
    }

    /** Both together; what is unknown of one is unknown of both. */
    Weight plus(Weight other) {
        return new Weight(
                threads + other.threads,
                sum(own, other.own),
                sum(stackLeast, other.stackLeast),
                sum(stackMost, other.stackMost),
                sum(locals, other.locals),
                sum(held, other.held));
    }

    private static long sum(long one, long other) {
        return one == UNKNOWN || other == UNKNOWN ? UNKNOWN : one + other;
    }

    /** Whether it was measured, and not estimated. */
    boolean isMeasured() {
        return own != UNKNOWN && stackLeast == stackMost;
    }

    /** Whether the same was measured of both: all, or the stacks alone. Of no threads everything is known. */
    boolean isComparableWith(Weight other) {
        boolean sameKnown = threads == 0 || other.threads == 0 || (own == UNKNOWN) == (other.own == UNKNOWN);
        return sameKnown && isStackMeasured() && other.isStackMeasured();
    }

    private boolean isStackMeasured() {
        return stackMost != UNKNOWN && stackLeast == stackMost;
    }

    /** All that is known of it, at least. */
    long least() {
        return known(own) + known(stackLeast) + known(locals) + known(held);
    }

    /** All that is known of it, at most. */
    long most() {
        return known(own) + known(stackMost) + known(locals) + known(held);
    }

    private static long known(long bytes) {
        return Math.max(0, bytes);
    }
}
