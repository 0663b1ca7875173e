package dev.loomweight.agent;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * How many virtual threads started, ended and live, without an event for each: at tens of thousands a second, those
 * events would cost the application a tenth of its throughput. Safe for several threads.
 *
 * <p>The JVM numbers all threads in one row, so how far the row has come tells how many were made, and those of the
 * platform are counted by ThreadMXBean. What is over was virtual; a few threads of the JVM itself are among it, which
 * compile and are in no other count.
 */
final class VirtualThreadFigures {

    /** Before anything was counted. */
    static final Counts NONE = new Counts(0, -1, -1);

    private static final long FRESH_NANOS = 1_000_000_000;

    private final LongSupplier made;
    private final LongSupplier platformStarted;
    private final LongSupplier alive;
    private final long madeBefore;
    private final long platformBefore;
    private final long aliveBefore;
    private long asked = 1;
    private long lastEnded;
    private long askedNanos = System.nanoTime() - FRESH_NANOS;
    private Counts counts = NONE;

    /**
     * The counts of one moment.
     *
     * @param started how many started since the agent did
     * @param ended how many ended since, or -1 where that is unknown
     * @param alive how many live, or -1 where that is unknown
     */
    record Counts(long started, long ended, long alive) {}

    /**
     * Begins to count.
     *
     * @param made takes a number of the row that threads are numbered in, and gives it
     * @param platformStarted how many platform threads ever started
     * @param alive how many virtual threads live, or -1
     */
    VirtualThreadFigures(LongSupplier made, LongSupplier platformStarted, LongSupplier alive) {
        this.made = made;
        this.platformStarted = platformStarted;
        this.alive = alive;
        this.madeBefore = made.getAsLong();
        this.platformBefore = platformStarted.getAsLong();
        this.aliveBefore = alive.getAsLong();
    }

    /**
     * Of this JVM.
     *
     * @param own how many virtual threads the agent has started, which live as long as it does and are not counted
     */
    static VirtualThreadFigures of(AllThreads live, LongSupplier own) {
        return new VirtualThreadFigures(
                // A platform thread: a virtual one would start their scheduler, which the application may yet
                // configure.
                () -> Thread.ofPlatform().unstarted(() -> {}).threadId() - own.getAsLong(),
                () -> ManagementFactory.getThreadMXBean().getTotalStartedThreadCount(),
                () -> live.virtual() < 0 ? -1 : Math.max(0, live.virtual() - own.getAsLong()));
    }

    /** The counts now; not counted again within a second. */
    synchronized Counts now() {
        long now = System.nanoTime();
        if (now - askedNanos >= FRESH_NANOS) {
            askedNanos = now;
            return count();
        }
        return counts;
    }

    /** The counts now, whenever they were asked for before; the counters among them never go back. */
    synchronized Counts count() {
        // Alive first and made last: what starts between is then not taken for ended.
        long living = alive.getAsLong();
        long platform = platformStarted.getAsLong() - platformBefore;
        // The numbers that were taken to ask are of no thread that started.
        long started = Math.max(counts.started, made.getAsLong() - madeBefore - asked++ - platform);
        boolean known = living >= 0 && aliveBefore >= 0;
        long ended = known ? Math.max(lastEnded, started + aliveBefore - living) : -1;
        lastEnded = Math.max(lastEnded, ended);
        counts = new Counts(started, ended, living);
        return counts;
    }
}
