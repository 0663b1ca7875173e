package dev.loomweight.fold;

/**
 * How many different threads there were, in bounded memory: the smallest 1024 hashes are kept. Up to there the number is
 * exact; beyond, it is estimated from how dense they lie (bottom-k, or KMV; Bar-Yossef and others, "Counting Distinct
 * Elements in a Data Stream", 2002), with a standard error of 3 %. The result does not depend on the order.
 */
public final class DistinctThreads {

    private static final int MOST = 1024;
    private static final int SLOTS = 4 * MOST;

    // Hashes with open addressing; 0 is an empty place, and the hash 0 counts as 1. Allocated when it is needed.
    private long[] slots = new long[0];
    private int size;
    // Nothing above it is kept. As unsigned numbers, as all hashes.
    private long limit = -1;
    private boolean dropped;

    /**
     * Adds a thread.
     *
     * @param subject the process that it belongs to
     * @param threadId its identifier there
     */
    public void add(String subject, long threadId) {
        keep(mix(mix(subject.hashCode()) + threadId));
    }

    /** Adds all threads of the other, which is not changed. */
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
        if (insert(slots, hash) && ++size > 2 * MOST - 1) {
            cut();
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

    /** Keeps the smallest, and nothing above them from now on. */
    private void cut() {
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

    /** The largest of the smallest {@link #MOST} hashes, of which there must be so many. */
    private long largestOfSmallest() {
        long[] all = new long[size];
        int next = 0;
        for (long hash : slots) {
            if (hash != 0) {
                // Moved, so that signed order is the order of unsigned numbers.
                all[next++] = hash ^ Long.MIN_VALUE;
            }
        }
        return Selection.select(all, MOST - 1) ^ Long.MIN_VALUE;
    }

    /** The number of threads, exact if {@link #exact}. */
    public long count() {
        if (exact()) {
            return size;
        }
        double largest = Math.scalb((double) (largestOfSmallest() >>> 11), -53);
        return Math.round((MOST - 1) / largest);
    }

    /** Whether the number is not an estimate. */
    public boolean exact() {
        return !dropped && size <= MOST;
    }

    // The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection, so few threads never collide.
    private static long mix(long value) {
        long mixed = value + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
