package dev.loomweight.bench.readers;

import java.nio.ByteBuffer;

/** Decodes the variable-length integers of a chunk at any place of it. */
final class Bytes {

    private final ByteBuffer buffer;
    private int at;

    Bytes(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    int at() {
        return at;
    }

    /** Goes to a place, in bytes from the chunk's beginning. */
    void go(int place) {
        at = place;
    }

    void skip(int bytes) {
        at += bytes;
    }

    byte next() {
        return buffer.get(at++);
    }

    int varint() {
        return (int) varlong();
    }

    /** Seven bits a byte, the lowest first; the ninth byte gives all of its eight. */
    long varlong() {
        long value = 0;
        for (int shift = 0; shift < 56; shift += 7) {
            byte part = buffer.get(at++);
            value |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return value;
            }
        }
        return value | (buffer.get(at++) & 0xFFL) << 56;
    }

    /** The sum of all bytes up to a place: they are read, and nothing is made of them. */
    long sumUpTo(int end) {
        long sum = 0;
        while (at < end) {
            sum += buffer.get(at++);
        }
        return sum;
    }
}
