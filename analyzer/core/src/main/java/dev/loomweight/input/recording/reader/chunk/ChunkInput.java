package dev.loomweight.input.recording.reader.chunk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A cursor over the bytes of one chunk. Positions are bytes from the chunk's beginning.
 *
 * <p>Integers of the format have seven bits a byte, the lowest first, the high bit saying that more follow; the ninth
 * byte, where there is one, has eight (HotSpot's {@code jfrEncoders.hpp}). Reading past the end throws {@link
 * IndexOutOfBoundsException}, which is what a damaged recording does.
 */
final class ChunkInput {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** The bytes of the longest integer. */
    private static final int LONGEST = 9;

    /** Bytes that are read together. */
    private static final int BLOCK = 32;

    private final ChunkWindows windows;
    private byte[] bytes;
    // Where the window ends in the array.
    private int limit;
    // What to add to an index of the window to get a position of the chunk.
    private long base;
    private int index;

    ChunkInput(ChunkWindows windows) {
        this.windows = windows;
        ChunkWindows.Window first = windows.at(0);
        this.bytes = first.bytes();
        this.limit = first.length();
    }

    /** Where the next byte is read. */
    long position() {
        return base + index;
    }

    /**
     * Goes to a position. What is read from there on must lie within {@link ChunkWindows#stride} bytes, so long
     * structures seek again at each of their parts.
     *
     * @throws IndexOutOfBoundsException if it is outside of the chunk
     */
    void seek(long position) {
        long inside = position - base;
        if (inside < 0 || inside >= windows.stride() || inside > limit) {
            ChunkWindows.Window window = windows.at(position);
            bytes = window.bytes();
            limit = window.length();
            base = window.base();
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

    private void need(int count) {
        if (count > limit - index) {
            throw new IndexOutOfBoundsException("a length of " + count + " bytes at " + position());
        }
    }

    byte readByte() {
        need(1);
        return bytes[index++];
    }

    /** Four bytes, the highest first. */
    int readRawInt() {
        need(Integer.BYTES);
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value = (value << Byte.SIZE) | (bytes[index++] & 0xFF);
        }
        return value;
    }

    /** Eight bytes, the highest first. */
    long readRawLong() {
        return ((long) readRawInt() << Integer.SIZE) | (readRawInt() & 0xFFFF_FFFFL);
    }

    /** An integer of variable length. */
    long readLong() {
        if (index > limit - LONGEST) {
            return readLongAtEnd();
        }
        byte first = bytes[index];
        if (first >= 0) {
            index++;
            return first;
        }
        return readLonger(first);
    }

    private long readLonger(byte first) {
        byte[] from = bytes;
        int at = index + 1;
        long value = first & 0x7F;
        for (int shift = 7; shift < 56; shift += 7) {
            byte next = from[at++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                index = at;
                return value;
            }
        }
        value |= (long) (from[at++] & 0xFF) << 56;
        index = at;
        return value;
    }

    // The bytes after the end in the array belong to another chunk.
    private long readLongAtEnd() {
        int at = index;
        int ninth = index + LONGEST - 1;
        while (at < limit && at < ninth && bytes[at] < 0) {
            at++;
        }
        if (at >= limit) {
            throw new IndexOutOfBoundsException("an integer that does not end, at " + position());
        }
        byte first = bytes[index];
        if (first >= 0) {
            index++;
            return first;
        }
        return readLonger(first);
    }

    /** An integer of variable length, of which the lower half counts. */
    int readInt() {
        return (int) readLong();
    }

    /**
     * Skips and counts unwanted events, as long as their heads are written as the JVM mostly does: a size of one
     * byte or four, a type of one or two. Everything else is left to a closer look.
     *
     * @param from where the first one begins
     * @param to no event may reach beyond
     * @param actions what to do by type; 0 is to skip
     * @param counts by type; what is skipped is added there
     * @return where the first event begins that is not skipped, or {@code to}
     */
    long passUnwanted(long from, long to, short[] actions, long[] counts) {
        seek(from);
        byte[] in = bytes;
        int at = index;
        int end = (int) Math.min(to - base, limit);
        int last = Math.min(end, limit - 5);
        while (at < last) {
            int length = in[at];
            int head = at + 1;
            if (length < 0) {
                byte second = in[at + 1];
                byte third = in[at + 2];
                byte fourth = in[at + 3];
                if ((second & third) >= 0 || fourth < 0) {
                    break;
                }
                length = (length & 0x7F) | ((second & 0x7F) << 7) | ((third & 0x7F) << 14) | (fourth << 21);
                head = at + 4;
            }
            int type = in[head];
            if (type < 0) {
                byte second = in[head + 1];
                if (second < 0) {
                    break;
                }
                type = (type & 0x7F) | (second << 7);
            }
            if (type >= actions.length || actions[type] != 0 || length == 0 || length > end - at) {
                break;
            }
            counts[type]++;
            at += length;
        }
        index = at;
        return base + at;
    }

    /** For {@link #passPlain}: a text that is null or empty. */
    static final byte NO_TEXT = 0;

    /** For {@link #passPlain}: any integer of variable length. */
    static final byte ANY_NUMBER = 1;

    /** For {@link #passPlain}: the integer that is asked for. */
    static final byte SAME_NUMBER = 2;

    /** For {@link #passPlain}: an integer of one byte that is not 0. */
    static final byte TRUE = 3;

    /**
     * Moves past a row of fields if they are of these kinds, as they are in nearly every constant of some classes.
     *
     * @param kinds what each field must be
     * @param number the integer that fields can be asked to be
     * @return false, at the same place, if one is not, or this is near the end of what is at hand
     */
    boolean passPlain(byte[] kinds, long number) {
        byte[] in = bytes;
        int at = index;
        if (at > limit - LONGEST * kinds.length) {
            return false;
        }
        for (byte kind : kinds) {
            byte first = in[at];
            switch (kind) {
                case NO_TEXT -> {
                    if (first != ChunkTexts.NULL && first != ChunkTexts.EMPTY) {
                        return false;
                    }
                    at++;
                }
                case TRUE -> {
                    if (first <= 0) {
                        return false;
                    }
                    at++;
                }
                case SAME_NUMBER -> {
                    long left = number;
                    while (left > Byte.MAX_VALUE) {
                        if (in[at++] != (byte) (left | 0x80)) {
                            return false;
                        }
                        left >>>= 7;
                    }
                    if (in[at++] != left) {
                        return false;
                    }
                }
                default -> {
                    int ninth = at + LONGEST - 1;
                    while (in[at] < 0 && at < ninth) {
                        at++;
                    }
                    at++;
                }
            }
        }
        index = at;
        return true;
    }

    /**
     * Skips some integers of variable length.
     *
     * @param count how many; what is not positive skips nothing
     */
    void skipLongs(long count) {
        long left = count;
        while (left > 0) {
            left = skipWords(left);
            if (left > 0) {
                skipLong();
                left--;
            }
        }
    }

    private void skipLong() {
        int at = index;
        if (at > limit - LONGEST) {
            readLong();
            return;
        }
        int ninth = at + LONGEST - 1;
        byte[] from = bytes;
        while (from[at] < 0 && at < ninth) {
            at++;
        }
        index = at + 1;
    }

    /**
     * Skips integers by counting the bytes that end one, eight or more at a time. An integer of nine bytes has eight that
     * end none, so that at least four of them stand together in one word: there it stops. Words are read where they are
     * aligned, which code that is not optimized depends on for its speed.
     *
     * @param count how many; positive
     * @return how many are left, from where an integer begins
     */
    private long skipWords(long count) {
        byte[] from = bytes;
        int first = index;
        int at = first & -Long.BYTES;
        int last = limit - Long.BYTES;
        // Bytes before the first integer are none of them.
        long of = -1L << ((first & Long.BYTES - 1) << 3);
        long left = count;
        while (at <= last) {
            long word = (long) LONG.get(from, at);
            if (fourTogether(word & HIGH_BITS & of) != 0) {
                break;
            }
            long ends = ~word & HIGH_BITS & of;
            long ended = sumOfBytes(ends >>> 7);
            if (ended >= left) {
                for (; left > 1; left--) {
                    ends &= ends - 1;
                }
                index = at + lowestByte(ends) + 1;
                return 0;
            }
            left -= ended;
            at += Long.BYTES;
            of = -1L;
            // Not for the last one: where it ends is to be found.
            while (left > BLOCK && at <= limit - BLOCK) {
                long a = (long) LONG.get(from, at) & HIGH_BITS;
                long b = (long) LONG.get(from, at + 8) & HIGH_BITS;
                long c = (long) LONG.get(from, at + 16) & HIGH_BITS;
                long d = (long) LONG.get(from, at + 24) & HIGH_BITS;
                if ((fourTogether(a) | fourTogether(b) | fourTogether(c) | fourTogether(d)) != 0) {
                    break;
                }
                // Each of the eight bytes counts to four at most.
                left -= BLOCK - sumOfBytes((a >>> 7) + (b >>> 7) + (c >>> 7) + (d >>> 7));
                at += BLOCK;
            }
        }
        // Back to where an integer begins.
        int back = Math.max(first, at);
        while (back > first && from[back - 1] < 0) {
            back--;
        }
        index = back;
        return left;
    }

    /** The sum of eight bytes, which must not exceed one. */
    private static long sumOfBytes(long bytes) {
        return (bytes * 0x0101_0101_0101_0101L) >>> 56;
    }

    /** The number of the lowest byte whose high bit is set, of bytes of which nothing else is. */
    private static int lowestByte(long highBits) {
        return (int) ((((highBits & -highBits) >>> 7) * 0x0001_0203_0405_0607L) >>> 56);
    }

    private static long fourTogether(long highBits) {
        long two = highBits & (highBits >>> 8);
        return two & (two >>> 16);
    }

    /**
     * Skips some bytes.
     *
     * @throws IndexOutOfBoundsException if the count is negative, or leads out of the window
     */
    void skipBytes(long count) {
        if (count < 0 || count > limit - index) {
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
        return Arrays.copyOfRange(bytes, from, index);
    }

    /** The next so many bytes, which must be there. The input stays where it is. */
    byte[] peekBytes(int count) {
        need(count);
        return Arrays.copyOfRange(bytes, index, index + count);
    }

    /**
     * The next so many bytes, whether or not one window holds them all: without a copy if one does, and valid until
     * another chunk is read.
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
            return ByteBuffer.wrap(bytes, start, (int) count).slice();
        }
        byte[] copy = new byte[Math.toIntExact(count)];
        int done = 0;
        while (done < copy.length) {
            seek(from + done);
            int part = Math.min(available(), copy.length - done);
            System.arraycopy(bytes, index, copy, done, part);
            index += part;
            done += part;
        }
        return ByteBuffer.wrap(copy);
    }

    /** The bytes that can be read from here without a seek. */
    int available() {
        return limit - index;
    }

    /** A hash of the next so many bytes, which must be there: of all, or of some sixty where there are more. */
    int hash(int length) {
        need(length);
        int step = 1 + (length >>> 6);
        int hash = length;
        for (int i = index; i < index + length; i += step) {
            hash = hash * 31 + bytes[i];
        }
        return hash ^ (hash >>> 15);
    }

    /** Whether the next so many bytes, which must be there, are these and no more. */
    boolean startsWith(byte[] expected, int length) {
        return expected.length == length && Arrays.equals(bytes, index, index + length, expected, 0, length);
    }
}
