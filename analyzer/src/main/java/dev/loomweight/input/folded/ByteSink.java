package dev.loomweight.input.folded;

import java.io.ByteArrayOutputStream;

/** Bytes that are written one number after the other. */
final class ByteSink {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** A number that is not negative, in 7 bits a byte, the lowest first. */
    void unsigned(long number) {
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    /** Any number; small ones, negative ones too, take few bytes. */
    void signed(long number) {
        unsigned(number << 1 ^ number >> 63);
    }

    void octet(int value) {
        bytes.write(value);
    }

    void raw(byte[] more) {
        bytes.writeBytes(more);
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
