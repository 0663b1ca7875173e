package dev.loomweight.source.recording.reader.chunk;

import java.nio.ByteBuffer;

/**
 * A cursor over the bytes of one chunk. Positions are bytes from the chunk's beginning.
 *
 * <p>Integers of the format have seven bits a byte, the lowest first, the high bit saying that more follow; the ninth
 * byte, where there is one, has eight (HotSpot's {@code jfrEncoders.hpp}). Reading past the mapped part throws
 * {@link IndexOutOfBoundsException}, which is what a damaged recording does.
 */
final class ChunkInput {

    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** Bytes that are looked at together. */
    private static final int BLOCK = 32;

    private final ChunkWindows windows;
    private ByteBuffer bytes;
    // What to add to an index of the window to get a position of the chunk.
    private long base;
    private int index;

    ChunkInput(ChunkWindows windows) {
        this.windows = windows;
        this.bytes = windows.at(0);
    }

    /** Where the next byte is read. */
    long position() {
        return base + index;
    }

    /**
     * Goes to a position. What is read from there on must lie within {@link ChunkWindows#stride} bytes, so long
     * structures seek anew at each of their parts.
     *
     * @throws IndexOutOfBoundsException if it is outside of the chunk
     */
    void seek(long position) {
        long inside = position - base;
        if (inside < 0 || inside >= windows.stride() || inside > bytes.limit()) {
            bytes = windows.at(position);
            base = windows.baseOf(position);
            inside = position - base;
        }
        index = (int) inside;
    }

    /** Seeks to the present position, so that a whole stride can be read from here. */
    void settle() {
        if (index >= windows.stride()) {
            seek(base + index);
        }
    }

    byte readByte() {
        return bytes.get(index++);
    }

    /** Four bytes, the highest first. */
    int readRawInt() {
        int value = Integer.reverseBytes(bytes.getInt(index));
        index += Integer.BYTES;
        return value;
    }

    /** Eight bytes, the highest first. */
    long readRawLong() {
        long value = Long.reverseBytes(bytes.getLong(index));
        index += Long.BYTES;
        return value;
    }

    /** An integer of variable length. */
    long readLong() {
        ByteBuffer from = bytes;
        int at = index;
        byte first = from.get(at++);
        if (first >= 0) {
            index = at;
            return first;
        }
        long value = first & 0x7F;
        for (int shift = 7; shift < 56; shift += 7) {
            byte next = from.get(at++);
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                index = at;
                return value;
            }
        }
        value |= (long) (from.get(at++) & 0xFF) << 56;
        index = at;
        return value;
    }

    /** An integer of variable length, of which the lower half counts. */
    int readInt() {
        return (int) readLong();
    }

    /**
     * Passes over events that nobody wants, as long as their heads are written as the JVM mostly does: a size of one
     * byte or four, a type of one or two. Everything else is left to a closer look.
     *
     * @param from where the first one begins
     * @param to no event may reach beyond
     * @param actions what to do by type; 0 is to skip
     * @return where the first event begins that is not passed over, or {@code to}
     */
    long passUnwanted(long from, long to, short[] actions) {
        seek(from);
        ByteBuffer in = bytes;
        int at = index;
        int end = (int) Math.min(to - base, in.limit());
        int lastWord = Math.min(end, in.limit() - Long.BYTES + 1);
        while (at < lastWord) {
            long word = in.getLong(at);
            int length;
            int type;
            if ((word & 0x80) == 0) {
                length = (int) word & 0x7F;
                type = (int) (word >>> 8);
            } else if ((word & 0x8080_8080L) == 0x80_8080L) {
                length = (int) (word & 0x7F | word >>> 1 & 0x3F80 | word >>> 2 & 0x1F_C000 | word >>> 3 & 0xFE0_0000);
                type = (int) (word >>> 32);
            } else {
                break;
            }
            if ((type & 0x80) == 0) {
                type &= 0x7F;
            } else if ((type & 0x8000) == 0) {
                type = type & 0x7F | type >>> 1 & 0x3F80;
            } else {
                break;
            }
            if (type >= actions.length || actions[type] != 0 || length == 0 || length > end - at) {
                break;
            }
            at += length;
        }
        index = at;
        return base + at;
    }

    /**
     * Passes over some integers of variable length.
     *
     * @param count how many; what is not positive passes over nothing
     */
    void skipLongs(long count) {
        long left = count;
        if (left >= BLOCK) {
            left = skipBlocks(left);
        }
        ByteBuffer from = bytes;
        int at = index;
        int lastWord = from.limit() - Long.BYTES;
        while (left > 0) {
            if (at > lastWord) {
                index = at;
                skipLongsOneByOne(left);
                return;
            }
            long ends = ~from.getLong(at) & HIGH_BITS;
            int inWord = Long.bitCount(ends);
            if (inWord == 0) {
                at += 9;
                left--;
            } else if (inWord <= left) {
                // To behind the last one that ends here, so that each word begins with an integer.
                at += Long.SIZE - Long.numberOfLeadingZeros(ends) >>> 3;
                left -= inWord;
            } else {
                while (--left > 0) {
                    ends &= ends - 1;
                }
                at += (Long.numberOfTrailingZeros(ends) >>> 3) + 1;
            }
        }
        index = at;
    }

    /**
     * Passes over most of many integers, by counting bytes that end one, a block at a time. An integer of nine bytes has
     * eight that end none, so that at least four of them stand together in one word: there it stops.
     *
     * @return how many are left
     */
    private long skipBlocks(long count) {
        ByteBuffer from = bytes;
        int at = index;
        int lastBlock = from.limit() - BLOCK;
        long left = count;
        while (left >= BLOCK && at <= lastBlock) {
            long a = from.getLong(at) & HIGH_BITS;
            long b = from.getLong(at + 8) & HIGH_BITS;
            long c = from.getLong(at + 16) & HIGH_BITS;
            long d = from.getLong(at + 24) & HIGH_BITS;
            if ((fourTogether(a) | fourTogether(b) | fourTogether(c) | fourTogether(d)) != 0) {
                break;
            }
            left -= BLOCK - Long.bitCount(a) - Long.bitCount(b) - Long.bitCount(c) - Long.bitCount(d);
            at += BLOCK;
        }
        // Back to where an integer begins.
        while (at > index && from.get(at - 1) < 0) {
            at--;
        }
        index = at;
        return left;
    }

    private static long fourTogether(long highBits) {
        long two = highBits & highBits >>> 8;
        return two & two >>> 16;
    }

    private void skipLongsOneByOne(long count) {
        for (long left = count; left > 0; left--) {
            readLong();
        }
    }

    /**
     * Passes over some bytes.
     *
     * @throws IndexOutOfBoundsException if the count is negative, or leads out of the window
     */
    void skipBytes(long count) {
        if (count < 0 || count > bytes.limit() - index) {
            throw new IndexOutOfBoundsException("a length of " + count + " bytes at " + position());
        }
        index += (int) count;
    }

    /**
     * Some bytes.
     *
     * @throws IndexOutOfBoundsException if there are not so many, before anything is allocated
     */
    byte[] readBytes(int count) {
        int from = index;
        skipBytes(count);
        byte[] copy = new byte[count];
        bytes.get(from, copy);
        return copy;
    }

    /**
     * The next so many bytes, whether or not one window holds them all: without a copy if one does, and valid until the
     * chunk is left.
     *
     * @throws IndexOutOfBoundsException if there are not so many, before anything is allocated
     */
    ByteBuffer bytes(long count) {
        long from = position();
        if (count < 0 || count > windows.size() - from) {
            throw new IndexOutOfBoundsException("a length of " + count + " bytes at " + from);
        }
        if (count <= available()) {
            int start = index;
            index += (int) count;
            return bytes.slice(start, (int) count);
        }
        byte[] copy = new byte[Math.toIntExact(count)];
        int done = 0;
        while (done < copy.length) {
            seek(from + done);
            int part = Math.min(available(), copy.length - done);
            bytes.get(index, copy, done, part);
            index += part;
            done += part;
        }
        return ByteBuffer.wrap(copy);
    }

    /** The bytes that can be read from here without a seek. */
    int available() {
        return bytes.limit() - index;
    }

    /** A hash of the next so many bytes, which must be there. */
    int hash(int length) {
        if (length > available()) {
            throw new IndexOutOfBoundsException("a length of " + length + " bytes at " + position());
        }
        int hash = length;
        for (int i = index; i < index + length; i++) {
            hash = 31 * hash + bytes.get(i);
        }
        return spread(hash);
    }

    /** The hash of these bytes. */
    static int hash(byte[] of) {
        int hash = of.length;
        for (byte one : of) {
            hash = 31 * hash + one;
        }
        return spread(hash);
    }

    private static int spread(int hash) {
        return hash ^ hash >>> 15;
    }

    /** Whether the next so many bytes, which must be there, are these and no more. */
    boolean startsWith(byte[] expected, int length) {
        if (expected.length != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes.get(index + i) != expected[i]) {
                return false;
            }
        }
        return true;
    }
}
