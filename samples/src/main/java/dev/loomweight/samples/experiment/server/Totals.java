package dev.loomweight.samples.experiment.server;

import java.util.Optional;

/**
 * What a load found, as the generator says it to the experiment: one line.
 *
 * @param requests how many right answers there were
 * @param nanos in which time
 * @param median the latency that half of the answers had at most, in nanoseconds
 * @param tail the latency that 99 of 100 had at most, in nanoseconds
 * @param errors how many wrong answers there were, or lost connections
 * @param lastError what went wrong last, at any time; empty if nothing did
 */
record Totals(long requests, long nanos, long median, long tail, long errors, String lastError) {

    private static final String WORD = "total";
    private static final int NUMBERS = 5;

    /** The line that says it. */
    String line() {
        return String.join(
                        " ",
                        WORD,
                        Long.toString(requests),
                        Long.toString(nanos),
                        Long.toString(median),
                        Long.toString(tail),
                        Long.toString(errors),
                        lastError.replaceAll("\\s+", " "))
                .strip();
    }

    /** What a line says; nothing if it is another line. */
    static Optional<Totals> parse(String line) {
        String[] words = line.split(" ", NUMBERS + 2);
        if (words.length <= NUMBERS || !words[0].equals(WORD)) {
            return Optional.empty();
        }
        return Optional.of(new Totals(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[NUMBERS]),
                words.length > NUMBERS + 1 ? words[NUMBERS + 1] : ""));
    }

    /** Right answers in a second. */
    long rate() {
        return Math.round(requests * 1e9 / nanos);
    }
}
