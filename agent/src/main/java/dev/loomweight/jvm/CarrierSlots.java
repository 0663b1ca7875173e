package dev.loomweight.jvm;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * How many carriers were pinned at once during the last minute, in slots of 10 ms, and for how long all were: at least, where
 * pins and waits held as many as there can have been; at most, where pins held as many as run at once. A pin is added when it
 * ends, so a slot fills up late. Within a slot the beginnings and ends of pins count to the nanosecond, up to a number of
 * them: of more, only their sum. So memory does not depend on the number of pins. Not thread-safe.
 */
public final class CarrierSlots {

    private static final long SLOT = 10_000_000;
    private static final int SLOTS = 6000;
    // With more, a slot has their sum alone: 3,200 pins a second.
    private static final int MAX_EDGES = 64;
    private static final int MAX_SLOTS = 512;

    // The kinds of edges, in the two lowest bits.
    private static final int PIN = 0;
    private static final int WAIT = 1;
    private static final int END = 2;
    private static final int KIND_BITS = 2;

    private static final int[] NO_EDGES = {};

    private final long[] pinned = new long[SLOTS];
    // Of threads for which the JVM may have added a carrier.
    private final long[] waiting = new long[SLOTS];
    // Pins and waits over the whole of a slot.
    private final int[] wholePinned = new int[SLOTS];
    private final int[] wholeWaiting = new int[SLOTS];
    // The edges within a slot in their order, each with its kind; null where they were too many.
    private final int[] @Nullable [] edges = new int[SLOTS][];
    private final Deque<long[]> longer = new ArrayDeque<>();
    private long longerFrom;
    private long longerTo;
    private long highest;
    private long newest = Long.MIN_VALUE;
    private long starved;
    private long mostStarved;

    /** No pins yet. */
    public CarrierSlots() {
        Arrays.fill(edges, NO_EDGES);
    }

    /**
     * Adds a pin that loses a carrier. What lies more than a minute before the newest counts at most, and not at least.
     *
     * @param start when it began, in nanoseconds since 1970
     * @param end when it ended
     * @param pool how many carriers there are, and how many there can have been from the pin's beginning to its end
     */
    public void add(long start, long end, CarrierPool pool) {
        add(start, end, pool, PIN);
    }

    /**
     * Adds a wait in {@code Object.wait} before JDK 24, for which the JVM may have added a carrier: that others starve is
     * certain where pins and waits hold as many carriers as there can be. See {@link #add}.
     */
    public void addWait(long start, long end, CarrierPool pool) {
        add(start, end, pool, pool.isFixed() ? PIN : WAIT);
    }

    private void add(long start, long end, CarrierPool pool, int kind) {
        if (end <= start) {
            return;
        }
        advance(Math.floorDiv(end - 1, SLOT));
        long remembered = (newest - SLOTS + 1) * SLOT;
        if (start < remembered) {
            addLonger(start, Math.min(end, remembered), pool);
        }
        for (long at = Math.max(start, remembered); at < end; ) {
            long slot = Math.floorDiv(at, SLOT);
            long next = Math.min(end, (slot + 1) * SLOT);
            int index = index(slot);
            Starved before = starved(index, pool);
            (kind == PIN ? pinned : waiting)[index] += next - at;
            if (next - at == SLOT) {
                (kind == PIN ? wholePinned : wholeWaiting)[index]++;
            } else {
                addEdges(index, (int) (at - slot * SLOT), (int) (next - slot * SLOT), kind);
            }
            Starved after = starved(index, pool);
            // Where a slot gets too many edges, what was known before remains so.
            starved += Math.max(0, after.least - before.least);
            mostStarved += Math.max(0, after.most - before.most);
            highest = Math.max(highest, after.highest);
            at = next;
        }
    }

    private void addEdges(int index, int from, int to, int kind) {
        int[] before = edges[index];
        if (before == null || before.length + 2 > MAX_EDGES) {
            edges[index] = null;
            return;
        }
        int[] all = Arrays.copyOf(before, before.length + 2);
        all[before.length] = from << KIND_BITS | kind;
        all[before.length + 1] = to << KIND_BITS | END | kind;
        Arrays.sort(all);
        edges[index] = all;
    }

    /**
     * What lies before the slots that are remembered: all carriers can have been pinned where pins of such a length and those
     * of the slots together can have been as many.
     */
    private void addLonger(long start, long end, CarrierPool pool) {
        long others =
                longer.stream().filter(one -> one[0] < end && start < one[1]).count();
        if (longer.size() == MAX_SLOTS) {
            longer.removeFirst();
        }
        longer.add(new long[] {start, end});
        if (1 + others + highest < Math.max(1, pool.carriers())) {
            return;
        }
        if (start > longerTo || end < longerFrom || longerFrom == longerTo) {
            mostStarved += end - start;
            longerFrom = start;
            longerTo = end;
        } else {
            mostStarved += Math.max(0, longerFrom - start) + Math.max(0, end - longerTo);
            longerFrom = Math.min(longerFrom, start);
            longerTo = Math.max(longerTo, end);
        }
    }

    /**
     * How long all carriers were pinned in a slot.
     *
     * @param least at least, in nanoseconds
     * @param most at most, in nanoseconds
     * @param highest the most carriers that were pinned at once, or can have been
     */
    private record Starved(long least, long most, long highest) {}

    private Starved starved(int index, CarrierPool pool) {
        // Where the number is not known, there is one at least.
        long carriers = Math.max(1, pool.carriers());
        long all = pool.maximum() > 0 ? Math.max(pool.carriers(), pool.maximum()) : Long.MAX_VALUE;
        int[] known = edges[index];
        if (known == null) {
            return bySum(index, carriers, all);
        }
        long pins = wholePinned[index];
        long waits = wholeWaiting[index];
        long least = 0;
        long most = 0;
        long highestHere = pins + waits;
        long at = 0;
        for (int i = 0; i <= known.length; i++) {
            long next = i < known.length ? known[i] >> KIND_BITS : SLOT;
            boolean full = pins + waits >= all;
            least += full ? next - at : 0;
            most += full || pins >= carriers ? next - at : 0;
            at = next;
            if (i < known.length) {
                int one = (known[i] & END) == 0 ? 1 : -1;
                pins += (known[i] & WAIT) == 0 ? one : 0;
                waits += (known[i] & WAIT) == 0 ? 0 : one;
                highestHere = Math.max(highestHere, pins + waits);
            }
        }
        return new Starved(least, most, highestHere);
    }

    /** By the sum of the pins: as many at once are so long together, and what is beyond all but one is of all at once. */
    private Starved bySum(int index, long carriers, long all) {
        long sum = pinned[index] + waiting[index];
        long least = all == Long.MAX_VALUE ? 0 : Math.clamp(sum - (all - 1) * SLOT, 0, SLOT);
        long most = Math.min(SLOT, pinned[index] / carriers);
        if (waiting[index] > 0) {
            most = Math.min(SLOT, most + Math.min(sum / all, waiting[index] / Math.max(1, all - carriers + 1)));
        }
        return new Starved(least, Math.max(least, most), Math.min(all, Integer.MAX_VALUE));
    }

    private void advance(long slot) {
        if (newest == Long.MIN_VALUE || slot - newest >= SLOTS) {
            for (int index = 0; index < SLOTS; index++) {
                clear(index);
            }
            newest = slot;
        }
        while (newest < slot) {
            newest++;
            clear(index(newest));
        }
    }

    private void clear(int index) {
        pinned[index] = 0;
        waiting[index] = 0;
        wholePinned[index] = 0;
        wholeWaiting[index] = 0;
        edges[index] = NO_EDGES;
    }

    private static int index(long slot) {
        return (int) Math.floorMod(slot, (long) SLOTS);
    }

    /** How long all carriers were pinned at once since the beginning at least, in nanoseconds. */
    public long starvedNanos() {
        return starved;
    }

    /** How long all carriers can have been pinned at once since the beginning by the pins that have ended, in nanoseconds. */
    public long mostStarvedNanos() {
        return mostStarved;
    }

    /**
     * How long all carriers were pinned at once within a time at least, in nanoseconds.
     *
     * @param from in nanoseconds since 1970; slots count as a whole
     * @param to its end
     * @param pool the number of carriers
     */
    public long starvedNanos(long from, long to, CarrierPool pool) {
        long sum = 0;
        for (long slot = first(from); slot <= last(to); slot++) {
            sum += starved(index(slot), pool).least;
        }
        return sum;
    }

    /** How long all carriers can have been pinned at once within a time; see {@link #starvedNanos(long, long, CarrierPool)}. */
    public long mostStarvedNanos(long from, long to, CarrierPool pool) {
        long sum = 0;
        for (long slot = first(from); slot <= last(to); slot++) {
            sum += starved(index(slot), pool).most;
        }
        return sum;
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
