package dev.loomweight.input.recording.reader.chunk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Positive numbers by number, without an object each: open addressing with linear probing. A key and its value are
 * neighbours, and so are keys that follow each other: threads, stacks and strings get their numbers in turn, and are asked
 * for nearly in turn, so that a table that no cache holds is read in the order in which it lies. Keys that crowd together
 * that way, which damage can give, are scattered instead.
 */
final class LongTable {

    private static final int SMALLEST = 16;
    private static final int LONGEST_PROBE = 64;

    // Key and value in turn; the value is 0 where there is no entry.
    private long[] entries = new long[2 * SMALLEST];
    private int size;
    private boolean scattered;

    /**
     * Adds an entry unless there is one with that key.
     *
     * @param value not 0
     */
    void putIfAbsent(long key, long value) {
        long[] in = entries;
        int at = find(in, key);
        if (in[at + 1] == 0) {
            in[at] = key;
            in[at + 1] = value;
            if (++size * 4 > in.length) {
                rebuild(in.length * 2);
            } else if (!scattered && isFar(in, key, at)) {
                scattered = true;
                rebuild(in.length);
            }
        }
    }

    /**
     * Sets the value of a key.
     *
     * @param value not 0
     */
    void put(long key, long value) {
        long[] in = entries;
        int at = find(in, key);
        if (in[at + 1] == 0) {
            putIfAbsent(key, value);
        } else {
            in[at + 1] = value;
        }
    }

    /** Removes all entries; what they took is kept for as many. */
    void clear() {
        if (size > 0) {
            Arrays.fill(entries, 0);
            size = 0;
            scattered = false;
        }
    }

    /** The value of a key, or 0 where it has none. */
    long get(long key) {
        long[] in = entries;
        return in[find(in, key) + 1];
    }

    /** Where the entry of a key is, or would be. */
    private int find(long[] in, long key) {
        int mask = in.length - 2;
        int at = slot(key) & mask;
        while (in[at + 1] != 0 && in[at] != key) {
            at = at + 2 & mask;
        }
        return at;
    }

    private boolean isFar(long[] in, long key, int at) {
        return (at - slot(key) & in.length - 2) > 2 * LONGEST_PROBE;
    }

    private void rebuild(int length) {
        long[] old = entries;
        long[] rebuilt = new long[length];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                int at = find(rebuilt, old[i]);
                rebuilt[at] = old[i];
                rebuilt[at + 1] = old[i + 1];
            }
        }
        entries = rebuilt;
    }

    /** Numbers of classes and methods differ above their lower 16 bits. */
    private int slot(long key) {
        long mixed = scattered ? (key * 0x9E37_79B9_7F4A_7C15L) >>> 32 : key ^ key >>> 16 ^ key >>> 32;
        return (int) mixed << 1;
    }

    /**
     * Objects by number, without an object for the number.
     *
     * @param <V> the objects
     */
    static final class OfObjects<V> {

        // One more than the index in the list: 0 is an empty slot.
        private final LongTable numbers = new LongTable();
        private final List<V> values = new ArrayList<>();

        /** The value of a key, or null where it has none. */
        @Nullable
        V get(long key) {
            int number = (int) numbers.get(key);
            return number == 0 ? null : values.get(number - 1);
        }

        /** Sets the value of a key. */
        void put(long key, V value) {
            int number = (int) numbers.get(key);
            if (number == 0) {
                values.add(value);
                numbers.putIfAbsent(key, values.size());
            } else {
                values.set(number - 1, value);
            }
        }
    }
}
