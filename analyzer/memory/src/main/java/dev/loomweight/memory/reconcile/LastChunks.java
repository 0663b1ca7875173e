package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.MemoryEvents.ChunkAllocation;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The last stack chunk of each virtual thread of which one was recorded as allocated. Filled and merged in any order. */
public final class LastChunks {

    private final Map<Long, ChunkAllocation> byThread = new HashMap<>();

    LastChunks() {}

    void add(ChunkAllocation chunk) {
        byThread.merge(chunk.threadId(), chunk, LastChunks::later);
    }

    void merge(LastChunks other) {
        other.byThread.values().forEach(this::add);
    }

    /** The chunks, in no order. */
    Collection<ChunkAllocation> all() {
        return byThread.values();
    }

    /** Whether none was recorded. */
    public boolean isEmpty() {
        return byThread.isEmpty();
    }

    /**
     * The size of the last chunk that was recorded of a thread, in bytes; empty where none was, or the last came later.
     *
     * @param threadId {@link Thread#threadId()}
     * @param until the moment that is asked for, or null for the end of the recording
     */
    public OptionalLong bytesOf(long threadId, @Nullable Instant until) {
        ChunkAllocation chunk = byThread.get(threadId);
        return chunk == null || (until != null && chunk.atNanos() > EpochNanos.of(until))
                ? OptionalLong.empty()
                : OptionalLong.of(chunk.bytes());
    }

    private static ChunkAllocation later(ChunkAllocation one, ChunkAllocation other) {
        return one.atNanos() > other.atNanos() || (one.atNanos() == other.atNanos() && one.bytes() >= other.bytes())
                ? one
                : other;
    }
}
