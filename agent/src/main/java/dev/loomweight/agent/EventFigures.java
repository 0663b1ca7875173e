package dev.loomweight.agent;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of events apart from pins. Written by the thread that listens, read by any. */
final class EventFigures {

    final LongAdder started = new LongAdder();
    final LongAdder ended = new LongAdder();
    final LongAdder failedSubmits = new LongAdder();
    final LongAdder lostBytes = new LongAdder();
    /** In bytes, by the last jdk.ResidentSetSize; 0 before the first. */
    final AtomicLong residentBytes = new AtomicLong();

    private final boolean fromTheStart;

    /** @param fromTheStart whether no virtual thread was there before the counting began */
    EventFigures(boolean fromTheStart) {
        this.fromTheStart = fromTheStart;
    }

    /** How many virtual threads live, or -1 where some may have been there before the agent. */
    long alive() {
        // The ends first: a thread that starts and ends between the two reads must not make the figure negative.
        long gone = ended.sum();
        return fromTheStart ? Math.max(0, started.sum() - gone) : -1;
    }
}
