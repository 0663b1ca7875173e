package dev.loomweight.input.heap;

import java.util.Arrays;

/** Numbers ids from 0 in the order in which they come: a hash table of 12 bytes an entry at its fullest, 24 at its emptiest. */
final class IdNumbers {

    /** Stands for an id without a number. */
    static final int NONE = -1;

    private long[] ids = new long[64];
    private int[] numbers = new int[64];
    private int size;

    /** How many ids have a number. */
    int size() {
        return size;
    }

    /** The number of an id, which is its first if it has none yet. */
    int add(long id) {
        if (size * 2 >= ids.length) {
            grow();
        }
        int slot = slot(id);
        if (numbers[slot] == 0) {
            ids[slot] = id;
            size++;
            numbers[slot] = size;
        }
        return numbers[slot] - 1;
    }

    /** The number of an id, or {@link #NONE}. */
    int of(long id) {
        return numbers[slot(id)] - 1;
    }

    // Of the id or, where it is not there, free.
    private int slot(long id) {
        int mask = ids.length - 1;
        int slot = (int) ((id * 0x9E37_79B9_7F4A_7C15L) >>> 32) & mask;
        while (numbers[slot] != 0 && ids[slot] != id) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldIds = ids;
        int[] oldNumbers = numbers;
        ids = new long[oldIds.length * 2];
        numbers = new int[ids.length];
        for (int i = 0; i < oldIds.length; i++) {
            if (oldNumbers[i] != 0) {
                int slot = slot(oldIds[i]);
                ids[slot] = oldIds[i];
                numbers[slot] = oldNumbers[i];
            }
        }
    }

    /** An array that has a place for a number: the same, or a longer copy. */
    static long[] fit(long[] array, int number) {
        return number < array.length ? array : Arrays.copyOf(array, Math.max(number + 1, array.length * 2));
    }
}
