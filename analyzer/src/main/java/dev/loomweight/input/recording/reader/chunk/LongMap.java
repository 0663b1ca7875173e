package dev.loomweight.input.recording.reader.chunk;

import org.jspecify.annotations.Nullable;

/**
 * Objects by number, without an object for the number: open addressing with linear probing.
 *
 * @param <V> what they are
 */
final class LongMap<V> {

    private static final int SMALLEST = 16;

    private long[] keys = new long[SMALLEST];
    private @Nullable Object[] values = new @Nullable Object[SMALLEST];
    private int size;

    /** The value of a key, or null where it has none. */
    @SuppressWarnings("unchecked") // only put fills the array
    @Nullable
    V get(long key) {
        return (V) values[find(key)];
    }

    /** Sets the value of a key. */
    void put(long key, V value) {
        int at = find(key);
        if (values[at] == null) {
            keys[at] = key;
            size++;
        }
        values[at] = value;
        if (size * 2 > keys.length) {
            grow();
        }
    }

    private int find(long key) {
        int mask = keys.length - 1;
        int at = LongTable.slot(key) & mask;
        while (values[at] != null && keys[at] != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new @Nullable Object[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                int at = find(oldKeys[i]);
                keys[at] = oldKeys[i];
                values[at] = oldValues[i];
            }
        }
    }
}
