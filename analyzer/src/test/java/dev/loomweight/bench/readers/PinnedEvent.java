package dev.loomweight.bench.readers;

import one.jfr.JfrReader;
import one.jfr.event.Event;

/** What jfr-converter is to make of a pin. It finds the constructor by its parameter. */
public final class PinnedEvent extends Event {

    private final long durationTicks;

    /** Reads the fields that {@code jdk.VirtualThreadPinned} begins with on every JDK. */
    public PinnedEvent(JfrReader in) {
        this(in.getVarlong(), in.getVarlong(), in.getVarint(), in.getVarint());
    }

    private PinnedEvent(long startTicks, long durationTicks, int thread, int stackTrace) {
        super(startTicks, thread, stackTrace);
        this.durationTicks = durationTicks;
    }

    /** How long it lasted, by the chunk's clock. */
    long durationTicks() {
        return durationTicks;
    }
}
