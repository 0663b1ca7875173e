package dev.loomweight.threads.waits;

import dev.loomweight.fold.Sampled;
import java.util.Arrays;

/**
 * How many threads of one kind, virtual or platform, do one thing.
 *
 * @param share which share of them
 * @param threads how many at once, on average
 * @param most how many at once, at most
 */
record Waiters(Sampled share, Sampled threads, long most) {

    /**
     * What samples show.
     *
     * @param counts how many did it in each sample
     * @param all how many there were in each
     */
    static Waiters of(long[] counts, long[] all) {
        return new Waiters(
                Sampled.share(counts.length, i -> counts[i], i -> all[i]),
                Sampled.mean(counts.length, i -> counts[i]),
                Arrays.stream(counts).max().orElse(0));
    }
}
