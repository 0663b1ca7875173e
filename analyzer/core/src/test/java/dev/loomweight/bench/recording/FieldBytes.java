package dev.loomweight.bench.recording;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of events and constants that are being written: each method adds something and returns this. */
public final class FieldBytes {

    private byte[] bytes = new byte[64];
    private int size;

    /** Begins with nothing. */
    public FieldBytes() {}

    private void room(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }

    /** One byte. */
    public FieldBytes octet(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /** An integer of variable length. */
    public FieldBytes number(long value) {
        long left = value;
        for (int i = 0; i < 8; i++) {
            if ((left & ~0x7FL) == 0) {
                return octet((int) left);
            }
            octet((int) left | 0x80);
            left >>>= 7;
        }
        return octet((int) left);
    }

    /** A string that is no constant. */
    public FieldBytes text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return octet(3).number(utf8.length).raw(utf8, utf8.length);
    }

    /** Bytes as they are. */
    public FieldBytes raw(byte[] more, int length) {
        room(length);
        System.arraycopy(more, 0, bytes, size, length);
        size += length;
        return this;
    }

    /** What was written there. */
    public FieldBytes all(FieldBytes other) {
        return raw(other.bytes, other.size);
    }

    /** Forgets everything, so that the object can be used again. */
    public FieldBytes clear() {
        size = 0;
        return this;
    }

    /** The bytes. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** These as the fields of an event: before them, its size in four bytes, and its type. */
    byte[] asEvent(long type) {
        FieldBytes body = new FieldBytes().number(type).all(this);
        int length = body.size + Integer.BYTES;
        byte[] event = new byte[length];
        for (int i = 0; i < Integer.BYTES; i++) {
            event[i] = (byte) (((length >>> (7 * i)) & 0x7F) | (i < Integer.BYTES - 1 ? 0x80 : 0));
        }
        System.arraycopy(body.bytes, 0, event, Integer.BYTES, body.size);
        return event;
    }
}
