package dev.loomweight.bench.recording;

/** Things that are spread evenly over others. */
final class Share {

    private Share() {}

    /** How many of {@code some} things have come before the one with a number, from 0, of {@code all}. */
    static long before(long some, long all, long number) {
        return number * some / all;
    }

    /** Whether one of {@code some} things falls on the one with a number, from 0, of {@code all}. */
    static boolean has(long some, long all, long number) {
        return before(some, all, number + 1) > before(some, all, number);
    }
}
