package dev.loomweight.agent;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of events apart from pins. Written by the thread that listens, read by any. */
final class EventFigures {

    final LongAdder failedSubmits = new LongAdder();
    final LongAdder lostBytes = new LongAdder();
    /** In bytes, by the last jdk.ResidentSetSize; 0 before the first. */
    final AtomicLong residentBytes = new AtomicLong();
}
