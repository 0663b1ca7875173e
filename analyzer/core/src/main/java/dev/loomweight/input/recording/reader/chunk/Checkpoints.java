package dev.loomweight.input.recording.reader.chunk;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The positions of the checkpoints of a chunk. Each says how far back the one before it is, and the header says where the
 * last one is: that chain is followed first. Where it is broken, and for what was written after the last flush, events
 * are walked over instead. A chunk with many virtual threads has one for each of them, so they are kept as numbers.
 */
final class Checkpoints {

    private static final int SMALLEST = 64;

    private final ChunkInput in;
    private final long size;
    private long[] positions = new long[SMALLEST];
    private int count;

    /**
     * @param in the chunk
     * @param size the bytes that can belong to it
     */
    Checkpoints(ChunkInput in, long size) {
        this.in = in;
        this.size = size;
    }

    /** How many have been found. */
    int count() {
        return count;
    }

    /** Where one begins; they are in the order of the chunk after {@link #sort}. */
    long position(int number) {
        return positions[number];
    }

    /** Brings what has been found into the order of the chunk, each once. */
    void sort() {
        Arrays.sort(positions, 0, count);
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || positions[i] != positions[i - 1]) {
                positions[distinct++] = positions[i];
            }
        }
        count = distinct;
    }

    private void add(long position) {
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, count * 2);
        }
        positions[count++] = position;
    }

    /**
     * Follows the chain back from a checkpoint.
     *
     * @param last where the last one begins; any number
     * @param first those that begin before it are not wanted
     * @return whether its beginning was reached, or one that is not wanted
     */
    boolean follow(long last, long first) {
        long at = last;
        try {
            while (at > 0 && at < size) {
                if (at < first) {
                    return true;
                }
                in.seek(at);
                long length = in.readLong();
                if (length <= 0 || length > size - at || in.readLong() != ConstantPools.CHECKPOINT) {
                    return false;
                }
                in.skipLongs(2);
                long delta = in.readLong();
                add(at);
                if (delta >= 0) {
                    return delta == 0;
                }
                at += delta;
            }
            return false;
        } catch (IndexOutOfBoundsException e) {
            return false;
        }
    }

    /** Walks over the events from one position to another, or to the first invalid one, and notes checkpoints. */
    void search(long from, long to) {
        EventHeads.walk(in, from, to, ConstantPools.CHECKPOINT, this::add);
    }

    /**
     * Moves past the head of a checkpoint, to the number of its pools.
     *
     * @param number which one, after {@link #sort}
     * @return where it ends, in bytes from the chunk's beginning: where the next one begins, at the latest
     */
    long enter(int number) {
        long position = positions[number];
        in.seek(position);
        long end = Math.min(position + in.readLong(), number + 1 < count ? positions[number + 1] : size);
        in.skipLongs(4);
        in.readByte();
        return end;
    }

    /** The first checkpoint after a position, or the end of the chunk. */
    long after(long position) {
        int at = Arrays.binarySearch(positions, 0, count, position);
        int next = at >= 0 ? at + 1 : -at - 1;
        return next < count ? positions[next] : size;
    }

    /** A walk over the heads of events, for those who look for one type and trust no other way to it. */
    static final class EventHeads {

        private EventHeads() {}

        /**
         * Walks from one position to another, or to the first invalid event.
         *
         * @param in the chunk
         * @param from where an event begins
         * @param to no event may reach beyond
         * @param type the number of the type that is looked for
         * @param found takes where each event of that type begins; may move the input
         */
        static void walk(ChunkInput in, long from, long to, long type, LongConsumer found) {
            long at = from;
            while (at < to) {
                long length;
                boolean wanted;
                try {
                    in.seek(at);
                    length = in.readLong();
                    wanted = in.readLong() == type;
                } catch (IndexOutOfBoundsException e) {
                    // The last event is truncated: those before it have been found.
                    return;
                }
                if (length <= 0 || length > to - at) {
                    return;
                }
                if (wanted) {
                    found.accept(at);
                }
                at += length;
            }
        }
    }
}
