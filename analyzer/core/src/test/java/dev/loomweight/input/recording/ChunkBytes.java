package dev.loomweight.input.recording;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of one chunk, taken apart for tests that damage them. It knows the format by HotSpot's
 * {@code jfrChunkWriter.cpp} and {@code jfrCheckpointManager.cpp}, and shares nothing with the readers under test.
 */
final class ChunkBytes {

    /** The header's size, in bytes. */
    static final int HEADER = 68;

    /** Where the header has the chunk's size, as 8 bytes. */
    static final int SIZE_AT = 8;

    /** Where the header has the place of the last constant pool, as 8 bytes. */
    static final int POOL_AT = 16;

    /** Where the header has the place of the metadata, as 8 bytes. */
    static final int METADATA_AT = 24;

    /** Where the header has the clock's speed in ticks a second, as 8 bytes. */
    static final int FREQUENCY_AT = 56;

    /** Where the header says how far the chunk is: 0 for finished. */
    static final int STATE_AT = 64;

    static final int METADATA_TYPE = 0;
    static final int CHECKPOINT_TYPE = 1;

    private final ByteBuffer bytes;

    /** Takes apart a chunk that begins with the first of these bytes. */
    ChunkBytes(byte[] chunk) {
        bytes = ByteBuffer.wrap(chunk);
    }

    /**
     * An event as it lies in the chunk.
     *
     * @param at where its size stands
     * @param size in bytes, with the size itself
     * @param typeAt where its type's number stands
     * @param type its type's number
     * @param bodyAt what follows the type's number
     */
    record EventBytes(int at, int size, int typeAt, long type, int bodyAt) {
        /** Where the next one begins. */
        int end() {
            return at + size;
        }
    }

    /** The size that the header tells, in bytes. */
    int size() {
        return Math.toIntExact(bytes.getLong(SIZE_AT));
    }

    /** Where the last constant pool begins. */
    int poolAt() {
        return Math.toIntExact(bytes.getLong(POOL_AT));
    }

    /** Where the metadata begins. */
    int metadataAt() {
        return Math.toIntExact(bytes.getLong(METADATA_AT));
    }

    /** The clock's speed, in ticks a second. */
    long frequency() {
        return bytes.getLong(FREQUENCY_AT);
    }

    /** The events between two places, metadata and constant pools too, up to one that is not whole. */
    List<EventBytes> events(int from, int to) {
        List<EventBytes> events = new ArrayList<>();
        try {
            for (int at = from; at < to; at = events.getLast().end()) {
                EventBytes event = event(at);
                if (event.size() <= 0 || event.end() > to) {
                    break;
                }
                events.add(event);
            }
        } catch (BufferUnderflowException e) {
            // The chunk ends in the two numbers that an event begins with.
            return events;
        }
        return events;
    }

    /** Every event that the header's size covers. */
    List<EventBytes> events() {
        return events(HEADER, size());
    }

    /** The event at a place. */
    EventBytes event(int at) {
        Cursor cursor = cursor(at);
        int size = Math.toIntExact(cursor.varint());
        int typeAt = cursor.at();
        long type = cursor.varint();
        return new EventBytes(at, size, typeAt, type, cursor.at());
    }

    /** The constant pools that are chained to the last one, which is the first here. */
    List<EventBytes> pools() {
        List<EventBytes> pools = new ArrayList<>();
        int at = poolAt();
        while (true) {
            EventBytes pool = event(at);
            pools.add(pool);
            long delta = deltaOf(pool).varint();
            if (delta == 0) {
                return pools;
            }
            at += Math.toIntExact(delta);
        }
    }

    /** A cursor at a constant pool's distance to the one before it. */
    Cursor deltaOf(EventBytes pool) {
        Cursor cursor = cursor(pool.bodyAt());
        cursor.varint();
        cursor.varint();
        return cursor;
    }

    /** A cursor at a place of the chunk. */
    Cursor cursor(int at) {
        return new Cursor(bytes.duplicate().position(at));
    }

    /** Reads forwards. */
    static final class Cursor {
        private final ByteBuffer bytes;

        private Cursor(ByteBuffer bytes) {
            this.bytes = bytes;
        }

        int at() {
            return bytes.position();
        }

        byte octet() {
            return bytes.get();
        }

        /** Seven bits a byte, the lowest first; the ninth byte has eight. */
        long varint() {
            long value = 0;
            for (int shift = 0; shift < 56; shift += 7) {
                byte octet = bytes.get();
                value |= (octet & 0x7FL) << shift;
                if (octet >= 0) {
                    return value;
                }
            }
            return value | (bytes.get() & 0xFFL) << 56;
        }

        byte[] octets(int count) {
            byte[] octets = new byte[count];
            bytes.get(octets);
            return octets;
        }

        void skip(int count) {
            bytes.position(bytes.position() + count);
        }
    }

    /**
     * A number of seven bits a byte in a width of one's choice.
     *
     * @param width in bytes, 1 to 9, and enough for the value
     */
    static byte[] varint(long value, int width) {
        byte[] octets = new byte[width];
        long left = value;
        for (int i = 0; i < width - 1; i++) {
            octets[i] = (byte) ((left & 0x7F) | 0x80);
            left >>>= 7;
        }
        octets[width - 1] = (byte) left;
        if (width < 9 && left > 0x7F) {
            throw new IllegalArgumentException(value + " does not fit in " + width + " bytes");
        }
        return octets;
    }
}
