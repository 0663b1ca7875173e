package dev.loomweight.input.recording.reader.chunk;

import org.jspecify.annotations.Nullable;

/**
 * What was made of some bytes, by those bytes: open addressing with linear probing. Bounded: when it is full, nothing
 * more is remembered.
 *
 * @param <V> what was made of them
 */
final class ByteKeys<V> {

    private static final int SMALLEST = 1024;
    private static final int LAST = 16;
    // By the defaults of JFR a recording has some thousands of stacks, and some ten thousands of names.
    private static final int MOST = 1 << 16;

    private byte[] @Nullable [] keys = new byte[SMALLEST][];
    private int[] hashes = new int[SMALLEST];
    private @Nullable Object[] values = new @Nullable Object[SMALLEST];
    private int size;
    // What was found last, by the lower bits of its length: in many events of a type, a field says the same.
    private final byte[] @Nullable [] lastKeys = new byte[LAST][];
    private final @Nullable Object[] last = new @Nullable Object[LAST];

    /** What was made of the next so many bytes, or null. The input stays where it is. */
    @SuppressWarnings("unchecked") // only add fills the array
    @Nullable
    V find(ChunkInput in, int length) {
        int latest = length & LAST - 1;
        byte[] known = lastKeys[latest];
        if (known != null && in.startsWith(known, length)) {
            return (V) last[latest];
        }
        int hash = in.hash(length);
        int mask = values.length - 1;
        int at = hash & mask;
        for (Object value = values[at]; value != null; value = values[at]) {
            byte[] key = keys[at];
            if (hashes[at] == hash && key != null && in.startsWith(key, length)) {
                lastKeys[latest] = key;
                last[latest] = value;
                return (V) value;
            }
            at = at + 1 & mask;
        }
        return null;
    }

    /** Remembers what was made of the next so many bytes, which are not known yet. The input stays where it is. */
    void add(ChunkInput in, int length, V value) {
        if (size >= MOST) {
            return;
        }
        if (++size * 2 > values.length) {
            grow();
        }
        put(in.hash(length), in.peekBytes(length), value);
    }

    private void put(int hash, byte @Nullable [] key, Object value) {
        int mask = values.length - 1;
        int at = hash & mask;
        while (values[at] != null) {
            at = at + 1 & mask;
        }
        hashes[at] = hash;
        keys[at] = key;
        values[at] = value;
    }

    private void grow() {
        byte[] @Nullable [] oldKeys = keys;
        int[] oldHashes = hashes;
        @Nullable Object[] oldValues = values;
        keys = new byte[oldValues.length * 2][];
        hashes = new int[keys.length];
        values = new @Nullable Object[keys.length];
        for (int i = 0; i < oldValues.length; i++) {
            Object value = oldValues[i];
            if (value != null) {
                put(oldHashes[i], oldKeys[i], value);
            }
        }
    }
}
