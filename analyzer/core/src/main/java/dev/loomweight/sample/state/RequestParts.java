package dev.loomweight.sample.state;

import dev.loomweight.sample.StackTrace;
import java.util.List;

/**
 * Virtual threads of one process, one by one: when they began and ended, and where they waited.
 *
 * @param halvings of how many threads one is here: of {@code 2^halvings}, 0 to 62
 * @param threads the threads, by their ids
 */
public record RequestParts(int halvings, List<OfThread> threads) implements StateParts {

    public RequestParts {
        threads = List.copyOf(threads);
    }

    /**
     * One thread.
     *
     * @param thread its id
     * @param beganNanos when it began, in nanoseconds since 1970; 0 where that was not recorded
     * @param endedNanos when it ended, as {@code beganNanos}
     * @param pinnedNanos how long it was pinned, in nanoseconds
     * @param waited where it waited
     */
    public record OfThread(long thread, long beganNanos, long endedNanos, long pinnedNanos, List<Waited> waited) {

        public OfThread {
            waited = List.copyOf(waited);
        }
    }

    /**
     * Where one thread waited.
     *
     * @param stack where
     * @param notified whether in {@code Object.wait}
     * @param nanos how long together, in nanoseconds
     */
    public record Waited(StackTrace stack, boolean notified, long nanos) {}
}
