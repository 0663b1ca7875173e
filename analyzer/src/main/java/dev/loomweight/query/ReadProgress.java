package dev.loomweight.query;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a command has read so far, for those who show progress, and ends the reading when they want. */
public final class ReadProgress {

    private final LongAdder read = new LongAdder();
    private volatile boolean cancelled;

    /** How many events have been read. */
    public long read() {
        return read.sum();
    }

    /** Ends what counts here, soon. */
    public void cancel() {
        cancelled = true;
    }

    /** Begins anew. */
    public void reset() {
        cancelled = false;
        read.reset();
    }

    /** Counts so many events. */
    public void add(long events) {
        read.add(events);
    }

    /** @throws CancellationException if it is to end */
    void check() {
        if (cancelled) {
            throw new CancellationException("stopped");
        }
    }
}
