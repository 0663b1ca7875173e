package dev.loomweight.query;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events that a command has read so far, and cancels the reading. Safe for threads. */
public final class RowProgress {

    private final LongAdder read = new LongAdder();
    private volatile boolean cancelled;

    /** The number of events read. */
    public long read() {
        return read.sum();
    }

    /** Cancels the reading, soon. */
    public void cancel() {
        cancelled = true;
    }

    /** Starts again from 0, not cancelled. */
    public void reset() {
        cancelled = false;
        read.reset();
    }

    /** Counts events. */
    public void add(long events) {
        read.add(events);
    }

    /** @throws CancellationException if the reading is cancelled */
    void check() {
        if (cancelled) {
            throw new CancellationException("stopped");
        }
    }
}
