package dev.loomweight.jvm;

import java.util.Arrays;

/**
 * How many carriers were pinned at once during the last minute, in slots of 10 ms, and for how long all were: at least, where
 * pins and waits held as many as there can have been; at most, where pins held as many as run at once. A pin is added when it
 * ends, so a slot fills up late; it counts once it is full. Memory does not depend on the number of pins. Not thread-safe.
 */
public final class CarrierSlots {

    private static final long SLOT = 10_000_000;
    private static final int SLOTS = 6000;
    // A slot that is covered but for the time between one pin and the next is full.
    private static final double FULL = 0.98;

    private final long[] pinned = new long[SLOTS];
    // Of threads for which the JVM may have added a carrier.
    private final long[] waiting = new long[SLOTS];
    private long newest = Long.MIN_VALUE;
    private long starved;
    private long mostStarved;

    /** No pins yet. */
    public CarrierSlots() {}

    /**
     * Adds a pin that loses a carrier. What lies more than a minute before the newest is not counted.
     *
     * @param start when it began, in nanoseconds since 1970
     * @param end when it ended
     * @param pool how many carriers there are, and how many there can have been from the pin's beginning to its end
     */
    public void add(long start, long end, CarrierPool pool) {
        add(start, end, pool, pinned);
    }

    /**
     * Adds a wait in {@code Object.wait} before JDK 24, for which the JVM may have added a carrier: that others starve is
     * certain where pins and waits hold as many carriers as there can be. See {@link #add}.
     */
    public void addWait(long start, long end, CarrierPool pool) {
        add(start, end, pool, pool.isFixed() ? pinned : waiting);
    }

    private void add(long start, long end, CarrierPool pool, long[] to) {
        if (end <= start) {
            return;
        }
        advance(Math.floorDiv(end - 1, SLOT));
        for (long at = Math.max(start, (newest - SLOTS + 1) * SLOT); at < end; ) {
            long slot = Math.floorDiv(at, SLOT);
            long next = Math.min(end, (slot + 1) * SLOT);
            int index = index(slot);
            boolean before = isFull(index, pool);
            boolean mostBefore = canBeFull(index, pool);
            to[index] += next - at;
            starved += !before && isFull(index, pool) ? 1 : 0;
            mostStarved += !mostBefore && canBeFull(index, pool) ? 1 : 0;
            at = next;
        }
    }

    private boolean isFull(int index, CarrierPool pool) {
        return pool.maximum() > 0 && isFull(pinned[index] + waiting[index], Math.max(pool.carriers(), pool.maximum()));
    }

    private boolean canBeFull(int index, CarrierPool pool) {
        return isFull(pinned[index], pool.carriers()) || isFull(index, pool);
    }

    private static boolean isFull(long nanos, long carriers) {
        return carriers > 0 && nanos >= FULL * carriers * SLOT;
    }

    private void advance(long slot) {
        if (newest == Long.MIN_VALUE || slot - newest >= SLOTS) {
            Arrays.fill(pinned, 0);
            Arrays.fill(waiting, 0);
            newest = slot;
        }
        while (newest < slot) {
            newest++;
            pinned[index(newest)] = 0;
            waiting[index(newest)] = 0;
        }
    }

    private static int index(long slot) {
        return (int) Math.floorMod(slot, (long) SLOTS);
    }

    /** How long all carriers were pinned at once since the beginning at least, in nanoseconds, in whole slots. */
    public long starvedNanos() {
        return starved * SLOT;
    }

    /** How long all carriers can have been pinned at once since the beginning, in nanoseconds, in whole slots. */
    public long mostStarvedNanos() {
        return mostStarved * SLOT;
    }

    /**
     * How long all carriers were pinned at once within a time at least, in nanoseconds, in whole slots.
     *
     * @param from in nanoseconds since 1970
     * @param to its end
     * @param pool the number of carriers
     */
    public long starvedNanos(long from, long to, CarrierPool pool) {
        long full = 0;
        for (long slot = first(from); slot <= last(to); slot++) {
            full += isFull(index(slot), pool) ? 1 : 0;
        }
        return full * SLOT;
    }

    /** How long all carriers can have been pinned at once within a time; see {@link #starvedNanos(long, long, CarrierPool)}. */
    public long mostStarvedNanos(long from, long to, CarrierPool pool) {
        long full = 0;
        for (long slot = first(from); slot <= last(to); slot++) {
            full += canBeFull(index(slot), pool) ? 1 : 0;
        }
        return full * SLOT;
    }

    /** The carriers that were pinned at once within a time, on average. */
    public double mean(long from, long to) {
        long sum = 0;
        for (long slot = first(from); slot <= last(to); slot++) {
            sum += pinned[index(slot)] + waiting[index(slot)];
        }
        return to > from ? (double) sum / (to - from) : 0;
    }

    /** The most carriers that were pinned at once within a time, each slot's average. */
    public double most(long from, long to) {
        long most = 0;
        for (long slot = first(from); slot <= last(to); slot++) {
            most = Math.max(most, pinned[index(slot)] + waiting[index(slot)]);
        }
        return (double) most / SLOT;
    }

    private long first(long from) {
        return newest == Long.MIN_VALUE ? 0 : Math.max(Math.floorDiv(from, SLOT), newest - SLOTS + 1);
    }

    private long last(long to) {
        return newest == Long.MIN_VALUE ? -1 : Math.min(newest, Math.floorDiv(to - 1, SLOT));
    }
}
