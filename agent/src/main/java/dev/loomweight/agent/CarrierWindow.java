package dev.loomweight.agent;

import java.util.Arrays;

/**
 * How many carriers were pinned at once during the last minute, in slots of 10 ms, and for how long all of them were.
 * Pins come when they end, so a slot fills up late; it is counted as starved when it is full. Memory does not depend on
 * how many pins there are. Not safe for several threads.
 */
final class CarrierWindow {

    static final long SLOT_NANOS = 10_000_000;
    private static final int SLOTS = 6000;
    // A slot that is covered but for the time between one pin and the next is full.
    private static final double FULL = 0.98;

    private final long[] pinnedNanos = new long[SLOTS];
    private final double fullNanos;
    private long newest = Long.MIN_VALUE;
    private long starvedSlots;

    /** @param carriers how many there are, from 1 on */
    CarrierWindow(int carriers) {
        this.fullNanos = FULL * carriers * SLOT_NANOS;
    }

    /** Adds a pin, in nanoseconds since 1970. What lies more than a minute before the newest is not counted. */
    void add(long start, long end) {
        advance(Math.floorDiv(end - 1, SLOT_NANOS));
        long from = Math.max(start, (newest - SLOTS + 1) * SLOT_NANOS);
        for (long at = from; at < end; ) {
            long slot = Math.floorDiv(at, SLOT_NANOS);
            long next = Math.min(end, (slot + 1) * SLOT_NANOS);
            int index = (int) Math.floorMod(slot, (long) SLOTS);
            if (pinnedNanos[index] < fullNanos && pinnedNanos[index] + next - at >= fullNanos) {
                starvedSlots++;
            }
            pinnedNanos[index] += next - at;
            at = next;
        }
    }

    private void advance(long slot) {
        if (newest == Long.MIN_VALUE || slot - newest >= SLOTS) {
            Arrays.fill(pinnedNanos, 0);
            newest = slot;
        }
        while (newest < slot) {
            newest++;
            pinnedNanos[(int) Math.floorMod(newest, (long) SLOTS)] = 0;
        }
    }

    /** How long all carriers were pinned at once since the beginning, in nanoseconds, in whole slots. */
    long starvedNanos() {
        return starvedSlots * SLOT_NANOS;
    }

    /**
     * The most carriers that were pinned at once, averaged over a slot, in a time up to now.
     *
     * @param now in nanoseconds since 1970
     * @param nanos how far back, up to a minute
     */
    double mostPinned(long now, long nanos) {
        long most = 0;
        long last = Math.min(newest, Math.floorDiv(now, SLOT_NANOS));
        long first = Math.max(Math.floorDiv(now - nanos, SLOT_NANOS), newest - SLOTS + 1);
        for (long slot = first; newest != Long.MIN_VALUE && slot <= last; slot++) {
            most = Math.max(most, pinnedNanos[(int) Math.floorMod(slot, (long) SLOTS)]);
        }
        return (double) most / SLOT_NANOS;
    }
}
