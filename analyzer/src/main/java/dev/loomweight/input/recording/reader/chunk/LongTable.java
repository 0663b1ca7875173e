package dev.loomweight.input.recording.reader.chunk;

/**
 * Positive numbers by number, without an object each: open addressing with linear probing. A key and its value are
 * neighbours, and so are most keys that differ by one: threads, stacks and strings get their numbers in turn, and are
 * asked for nearly in turn, so that most of a table that no cache holds is read in the order in which it lies.
 */
final class LongTable {

    private static final int SMALLEST = 16;

    // Key and value in turn; the value is 0 where there is no entry.
    private long[] entries = new long[2 * SMALLEST];
    private int size;

    /**
     * Adds an entry unless there is one with that key.
     *
     * @param value not 0
     */
    void putIfAbsent(long key, long value) {
        int at = find(entries, key);
        if (entries[at + 1] == 0) {
            entries[at] = key;
            entries[at + 1] = value;
            if (++size * 4 > entries.length) {
                grow();
            }
        }
    }

    /** The value of a key, or 0 where it has none. */
    long get(long key) {
        long[] in = entries;
        return in[find(in, key) + 1];
    }

    /** Where the entry of a key is, or would be. */
    private static int find(long[] in, long key) {
        int mask = in.length - 2;
        int at = slot(key) & mask;
        while (in[at + 1] != 0 && in[at] != key) {
            at = at + 2 & mask;
        }
        return at;
    }

    private void grow() {
        long[] old = entries;
        long[] larger = new long[old.length * 2];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                int at = find(larger, old[i]);
                larger[at] = old[i];
                larger[at + 1] = old[i + 1];
            }
        }
        entries = larger;
    }

    /**
     * Spreads keys that differ in their higher bits alone over all slots, and leaves eight that follow each other side by
     * side; numbers of classes and methods have 16 lower bits of their own.
     */
    private static int slot(long key) {
        long mixed = (key >>> 3) * 0x9E37_79B9_7F4A_7C15L;
        return ((int) (mixed >>> 32) << 3 | (int) key & 7) << 1;
    }
}
