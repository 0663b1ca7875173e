package dev.loomweight.classfiles;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;

/** Bytes that are read from anywhere: those of a file, of a part of it, or of the memory. */
interface ByteRange {

    /** How many bytes there are. */
    long length();

    /**
     * A copy of some of them.
     *
     * @param at where they begin
     * @param count how many
     * @throws EOFException if they are not all there
     * @throws IOException if they cannot be read
     */
    byte[] read(long at, int count) throws IOException;

    /**
     * A view on some of them.
     *
     * @throws EOFException if they are not all there
     */
    default ByteRange part(long at, long count) throws IOException {
        check(this, at, count);
        ByteRange whole = this;
        return new ByteRange() {
            @Override
            public long length() {
                return count;
            }

            @Override
            public byte[] read(long from, int number) throws IOException {
                check(this, from, number);
                return whole.read(at + from, number);
            }
        };
    }

    /** Bytes in memory. The array is not copied. */
    static ByteRange of(byte[] bytes) {
        return new ByteRange() {
            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public byte[] read(long at, int count) throws IOException {
                check(this, at, count);
                return Arrays.copyOfRange(bytes, (int) at, (int) at + count);
            }
        };
    }

    private static void check(ByteRange range, long at, long count) throws IOException {
        if (at < 0 || count < 0 || at > range.length() || count > range.length() - at) {
            throw new EOFException("it is truncated or damaged: " + count + " bytes at " + at + " of " + range.length()
                    + " are missing");
        }
    }
}
