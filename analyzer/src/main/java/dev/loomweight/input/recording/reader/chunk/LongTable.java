package dev.loomweight.input.recording.reader.chunk;

/**
 * Positive numbers by number, without an object each: open addressing with linear probing.
 */
final class LongTable {

    private static final int SMALLEST = 16;

    private long[] keys = new long[SMALLEST];
    // 0 where there is no entry.
    private long[] values = new long[SMALLEST];
    private int size;

    /**
     * Adds an entry unless there is one with that key.
     *
     * @param value not 0
     */
    void putIfAbsent(long key, long value) {
        int at = find(key);
        if (values[at] == 0) {
            keys[at] = key;
            values[at] = value;
            if (++size * 2 > keys.length) {
                grow();
            }
        }
    }

    /** The value of a key, or 0 where it has none. */
    long get(long key) {
        return values[find(key)];
    }

    private int find(long key) {
        int mask = keys.length - 1;
        int at = slot(key) & mask;
        while (values[at] != 0 && keys[at] != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new long[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != 0) {
                int at = find(oldKeys[i]);
                keys[at] = oldKeys[i];
                values[at] = oldValues[i];
            }
        }
    }

    /** Spreads keys that differ in their lower bits, or in their higher ones, alone. */
    static int slot(long key) {
        long mixed = key * 0x9E37_79B9_7F4A_7C15L;
        return (int) (mixed >>> 32);
    }
}
