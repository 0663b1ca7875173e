package dev.loomweight.input.recording.reader.chunk;

/** Numbers of which many follow each other: 64 of them take one entry, a bit each. */
final class NumberSet {

    private static final int BITS = 6;

    private final LongTable words = new LongTable();
    // That of the number that was added last is not in the table yet.
    private long latestKey = -1;
    private long latest;

    void add(long number) {
        long key = number >>> BITS;
        if (key != latestKey) {
            settle();
            latestKey = key;
            latest = words.get(key);
        }
        latest |= 1L << number;
    }

    boolean contains(long number) {
        long key = number >>> BITS;
        long word = key == latestKey ? latest : words.get(key);
        return (word & 1L << number) != 0;
    }

    /** Removes all; what they took is kept for as many. */
    void clear() {
        words.clear();
        latestKey = -1;
        latest = 0;
    }

    private void settle() {
        if (latest != 0) {
            words.put(latestKey, latest);
        }
    }
}
