package dev.loomweight.input.folded;

import java.util.Arrays;

/** Bytes that are written one number after the other. */
final class ByteSink {

    private static final int FIRST_BYTES = 64;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /** A number that is not negative, in 7 bits a byte, the lowest first. */
    void unsigned(long number) {
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            octet((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        octet((int) rest);
    }

    /** Any number; small ones, negative ones too, take few bytes. */
    void signed(long number) {
        unsigned(number << 1 ^ number >> 63);
    }

    void octet(int value) {
        if (length == bytes.length) {
            grow(1);
        }
        bytes[length++] = (byte) value;
    }

    void raw(byte[] more) {
        if (more.length > bytes.length - length) {
            grow(more.length);
        }
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    // The longest array that all JVMs have.
    private void grow(int more) {
        long wanted = Math.max((long) length + more, Math.min(2L * length, Integer.MAX_VALUE - 8));
        bytes = Arrays.copyOf(bytes, Math.toIntExact(wanted));
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }
}
