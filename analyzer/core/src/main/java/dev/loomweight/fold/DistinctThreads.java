package dev.loomweight.fold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts distinct threads in bounded memory: keeps the smallest 1024 hashes. Up to 1024 threads the count is exact; beyond,
 * it is estimated from the density of the hashes (bottom-k, or KMV; Bar-Yossef and others, "Counting Distinct
 * Elements in a Data Stream", 2002), with a standard error of 3 %. The result does not depend on the order.
 */
public final class DistinctThreads {

    /** So many hashes are enough. */
    static final int CAPACITY = 1024;

    private static final int SLOTS = 4 * CAPACITY;

    // A hash table with open addressing; 0 is an empty slot, and the hash 0 is stored as 1. Allocated when needed.
    private long[] slots = new long[0];
    private int size;
    // Larger hashes are dropped. Unsigned, like all hashes.
    private long limit = -1;
    private boolean dropped;

    /** Adds a thread, by its id in its process. Those of two processes are to be counted apart. */
    public void add(long threadId) {
        keep(mix(threadId));
    }

    /**
     * The ids of the threads that are retained, in their order: with whether these are {@linkplain #exact all}, everything
     * that is known.
     */
    public List<Long> ids() {
        return idsUpTo(-1);
    }

    /**
     * The ids of those that are retained and whose hashes are not above a limit, in their order: as good as chosen at
     * random, and the same ones whoever has them.
     *
     * @param limit unsigned; -1 for all
     */
    public List<Long> idsUpTo(long limit) {
        long[] ids = new long[size];
        int found = 0;
        for (long hash : hashes()) {
            if (Long.compareUnsigned(hash, limit) <= 0) {
                ids[found++] = unmix(hash);
            }
        }
        Arrays.sort(ids, 0, found);
        List<Long> sorted = new ArrayList<>(found);
        for (int i = 0; i < found; i++) {
            sorted.add(ids[i]);
        }
        return List.copyOf(sorted);
    }

    /** The hashes of the threads that are retained, in no order; unsigned. */
    long[] hashes() {
        long largest = exact() || size <= CAPACITY ? -1 : largestOfSmallest();
        long[] all = new long[size];
        int found = 0;
        for (long hash : slots) {
            if (hash != 0 && Long.compareUnsigned(hash, largest) <= 0) {
                all[found++] = hash;
            }
        }
        return Arrays.copyOf(all, found);
    }

    /**
     * The threads of which {@link #ids} and {@link #exact} are known.
     *
     * @param ids those that are retained
     * @param exact whether they are all
     */
    public static DistinctThreads of(List<Long> ids, boolean exact) {
        DistinctThreads threads = new DistinctThreads();
        ids.forEach(threads::add);
        if (!exact && threads.size >= CAPACITY) {
            threads.limit = threads.largestOfSmallest();
            threads.dropped = true;
        }
        return threads;
    }

    /** Adds all threads of another, which is not changed. */
    public void addAll(DistinctThreads other) {
        if (size == 0) {
            slots = other.slots.clone();
            size = other.size;
            limit = other.limit;
            dropped = other.dropped;
            return;
        }
        dropped |= other.dropped;
        for (long hash : other.slots) {
            if (hash != 0) {
                keep(hash);
            }
        }
    }

    private void keep(long mixed) {
        long hash = mixed == 0 ? 1 : mixed;
        if (Long.compareUnsigned(hash, limit) > 0) {
            dropped = true;
            return;
        }
        if (size * 2 >= slots.length) {
            grow();
        }
        if (insert(slots, hash) && ++size > 2 * CAPACITY - 1) {
            prune();
        }
    }

    private void grow() {
        long[] larger = new long[Math.max(8, Math.min(SLOTS, slots.length * 2))];
        if (larger.length > slots.length) {
            for (long hash : slots) {
                if (hash != 0) {
                    insert(larger, hash);
                }
            }
            slots = larger;
        }
    }

    private static boolean insert(long[] into, long hash) {
        int mask = into.length - 1;
        int at = (int) hash & mask;
        while (into[at] != 0) {
            if (into[at] == hash) {
                return false;
            }
            at = at + 1 & mask;
        }
        into[at] = hash;
        return true;
    }

    /** Keeps only the smallest hashes, and none above them from now on. */
    private void prune() {
        limit = largestOfSmallest();
        long[] old = slots;
        slots = new long[SLOTS];
        size = 0;
        for (long hash : old) {
            if (hash != 0 && Long.compareUnsigned(hash, limit) <= 0) {
                insert(slots, hash);
                size++;
            }
        }
        dropped = true;
    }

    /** The largest of the smallest {@link #CAPACITY} hashes; there must be at least so many. */
    private long largestOfSmallest() {
        long[] all = new long[size];
        int next = 0;
        for (long hash : slots) {
            if (hash != 0) {
                // Flips the sign, so that signed order is unsigned order.
                all[next++] = hash ^ Long.MIN_VALUE;
            }
        }
        return Selection.select(all, CAPACITY - 1) ^ Long.MIN_VALUE;
    }

    /** The number of threads: exact if {@link #exact}, otherwise an estimate. */
    public long count() {
        if (exact()) {
            return size;
        }
        double largest = Math.scalb((double) (largestOfSmallest() >>> 11), -53);
        return Math.round((CAPACITY - 1) / largest);
    }

    /** Whether the number is exact. */
    public boolean exact() {
        return !dropped && size <= CAPACITY;
    }

    /** The hash of an id, a bijection, so that few never collide: SplitMix64's finalizer (Steele, Lea, Flood 2014). */
    public static long mix(long value) {
        long mixed = value + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    private static long unmix(long mixed) {
        long value = unshift(mixed, 31) * 0x319642B2D24D8EC3L;
        value = unshift(value, 27) * 0x96DE1B173F119089L;
        return unshift(value, 30) - 0x9E3779B97F4A7C15L;
    }

    private static long unshift(long value, int by) {
        long known = value;
        for (int bits = by; bits < Long.SIZE; bits += by) {
            known = value ^ known >>> by;
        }
        return known;
    }
}
